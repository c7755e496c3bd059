#pragma once
#include <stddef.h>

/// A file that is part of the program.
struct waldo_file {
    const unsigned char *_Nonnull bytes;
    size_t count;
};

struct waldo_file waldo_panel_page(void);
struct waldo_file waldo_panel_style(void);
struct waldo_file waldo_panel_script(void);
struct waldo_file waldo_wizard_page(void);
struct waldo_file waldo_wizard_style(void);
struct waldo_file waldo_wizard_script(void);
struct waldo_file waldo_manifest(void);
struct waldo_file waldo_icon(void);
struct waldo_file waldo_maskable_icon(void);
struct waldo_file waldo_icon_192(void);
struct waldo_file waldo_icon_512(void);
