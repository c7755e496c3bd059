#pragma once
#include <curl/curl.h>

// curl_easy_setopt takes any kind of value, which Swift cannot call.
static inline CURLcode waldo_curl_text(CURL *curl, CURLoption option, const char *text) {
    return curl_easy_setopt(curl, option, text);
}
static inline CURLcode waldo_curl_number(CURL *curl, CURLoption option, long number) {
    return curl_easy_setopt(curl, option, number);
}
static inline CURLcode waldo_curl_pointer(CURL *curl, CURLoption option, void *pointer) {
    return curl_easy_setopt(curl, option, pointer);
}
static inline CURLcode waldo_curl_on_write(CURL *curl, curl_write_callback call, void *object) {
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, object);
    return curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, call);
}
static inline CURLcode waldo_curl_on_progress(CURL *curl, curl_xferinfo_callback call) {
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    return curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, call);
}
static inline long waldo_curl_status(CURL *curl) {
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    return status;
}
