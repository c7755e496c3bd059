// The page's files, from Sources/WaldoPanel/Page. A script and a style are their parts, in the order in which they run.
#include "CWaldoPanel.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

#define PAGE_FILE(name) \
    struct waldo_file waldo_##name(void) { return (struct waldo_file){name##_bytes, sizeof name##_bytes}; }

static const unsigned char panel_page_bytes[] = {
#embed "../WaldoPanel/Page/panel.html" suffix(,)
};
PAGE_FILE(panel_page)

static const unsigned char panel_style_bytes[] = {
#embed "../WaldoPanel/Page/panel.css" suffix(,)
#embed "../WaldoPanel/Page/windows.css" suffix(,)
#embed "../WaldoPanel/Page/views.css" suffix(,)
#embed "../WaldoPanel/Page/session.css" suffix(,)
};
PAGE_FILE(panel_style)

static const unsigned char panel_script_bytes[] = {
#embed "../WaldoPanel/Page/link.js" suffix(,)
#embed "../WaldoPanel/Page/stop.js" suffix(,)
#embed "../WaldoPanel/Page/token.js" suffix(,)
#embed "../WaldoPanel/Page/controls.js" suffix(,)
#embed "../WaldoPanel/Page/fingers.js" suffix(,)
#embed "../WaldoPanel/Page/keys.js" suffix(,)
#embed "../WaldoPanel/Page/typing.js" suffix(,)
#embed "../WaldoPanel/Page/plot.js" suffix(,)
#embed "../WaldoPanel/Page/space.js" suffix(,)
#embed "../WaldoPanel/Page/body.js" suffix(,)
#embed "../WaldoPanel/Page/aims.js" suffix(,)
#embed "../WaldoPanel/Page/arm.js" suffix(,)
#embed "../WaldoPanel/Page/header.js" suffix(,)
#embed "../WaldoPanel/Page/finder.js" suffix(,)
#embed "../WaldoPanel/Page/views.js" suffix(,)
#embed "../WaldoPanel/Page/session.js" suffix(,)
#embed "../WaldoPanel/Page/choices.js" suffix(,)
#embed "../WaldoPanel/Page/strip.js" suffix(,)
#embed "../WaldoPanel/Page/now.js" suffix(,)
#embed "../WaldoPanel/Page/sound.js" suffix(,)
#embed "../WaldoPanel/Page/gestures.js" suffix(,)
#embed "../WaldoPanel/Page/axes.js" suffix(,)
#embed "../WaldoPanel/Page/series.js" suffix(,)
#embed "../WaldoPanel/Page/trend.js" suffix(,)
#embed "../WaldoPanel/Page/trenddraw.js" suffix(,)
#embed "../WaldoPanel/Page/trendpoint.js" suffix(,)
#embed "../WaldoPanel/Page/scales.js" suffix(,)
#embed "../WaldoPanel/Page/map.js" suffix(,)
#embed "../WaldoPanel/Page/mapdraw.js" suffix(,)
#embed "../WaldoPanel/Page/mapshow.js" suffix(,)
#embed "../WaldoPanel/Page/ground.js" suffix(,)
#embed "../WaldoPanel/Page/grid.js" suffix(,)
#embed "../WaldoPanel/Page/legend.js" suffix(,)
#embed "../WaldoPanel/Page/surveys.js" suffix(,)
#embed "../WaldoPanel/Page/graphlayout.js" suffix(,)
#embed "../WaldoPanel/Page/graph.js" suffix(,)
#embed "../WaldoPanel/Page/routes.js" suffix(,)
#embed "../WaldoPanel/Page/app.js" suffix(,)
#embed "../WaldoPanel/Page/viewport.js" suffix(,)
#embed "../WaldoPanel/Page/show.js" suffix(,)
};
PAGE_FILE(panel_script)

static const unsigned char wizard_page_bytes[] = {
#embed "../WaldoPanel/Page/wizard.html" suffix(,)
};
PAGE_FILE(wizard_page)

static const unsigned char wizard_style_bytes[] = {
#embed "../WaldoPanel/Page/panel.css" suffix(,)
#embed "../WaldoPanel/Page/wizard.css" suffix(,)
};
PAGE_FILE(wizard_style)

static const unsigned char wizard_script_bytes[] = {
#embed "../WaldoPanel/Page/wizard.js" suffix(,)
};
PAGE_FILE(wizard_script)

static const unsigned char manifest_bytes[] = {
#embed "../WaldoPanel/Page/manifest.webmanifest" suffix(,)
};
PAGE_FILE(manifest)

static const unsigned char icon_bytes[] = {
#embed "../WaldoPanel/Page/icon.svg" suffix(,)
};
PAGE_FILE(icon)

static const unsigned char maskable_icon_bytes[] = {
#embed "../WaldoPanel/Page/icon-maskable.svg" suffix(,)
};
PAGE_FILE(maskable_icon)

static const unsigned char icon_192_bytes[] = {
#embed "../WaldoPanel/Page/icon-192.png" suffix(,)
};
PAGE_FILE(icon_192)

static const unsigned char icon_512_bytes[] = {
#embed "../WaldoPanel/Page/icon-512.png" suffix(,)
};
PAGE_FILE(icon_512)
