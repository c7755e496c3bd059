"""The survey's views: what is measured, the map, the folder's surveys, routes, and the operator of a raster."""

import time

from program import wait
from surveys import SOURCE, Survey, choose, open_survey, simulated, walk

TABS = ["drive", "now", "plot", "map", "surveys", "graph", "route"]


def test_the_views_show_what_is_measured_and_stop_stays(browser):
    with simulated(browser) as (drive, page):
        stop = page.eval("JSON.stringify(document.getElementById('stop').getBoundingClientRect())")
        wait(lambda: page.eval("survey?.streams?.[1]?.value > 0"), "a dose rate")
        for tab in TABS:
            choose(page, tab)
            assert page.eval("JSON.stringify(document.getElementById('stop').getBoundingClientRect())") == stop, tab
        choose(page, "now")
        wait(lambda: page.eval("document.getElementById('nowNumber').textContent.includes('cpm')"), "the number with its unit")
        assert page.eval("survey.simulated && survey.streams.some((stream) => stream.integral && stream.measured)")
        choose(page, "graph")
        wait(lambda: page.eval("survey.nodes.every((node) => 'validity' in node)"), "the nodes' numbers")
        choose(page, "map")
        wait(lambda: page.eval("slots[0].store.placed > 0 && systemOf(0) === 'world'"), "places of the sensor's messages")
        # A key of the map does not drive, and Space stops in every view.
        page.eval("document.getElementById('map').focus()")
        mark = drive.mark
        page.key("keyDown", "Space", " ")
        drive.wait_event(mark, event="stop")
        assert page.faults() == [], page.faults()


def test_an_alarm_is_heard_until_the_page_that_drives_acknowledges_it(browser):
    survey = simulated(browser)
    with survey as (_, page):
        wait(lambda: page.eval("survey?.alarms?.length === 1 && !survey.alarms[0].acknowledged"), "the alarm", 60)
        second = browser.page(survey.drive.url)
        wait(lambda: second.eval("survey?.alarms?.length === 1"), "the alarm on the other page")
        wait(lambda: second.eval("document.getElementById('acknowledge').hidden && !document.getElementById('live').hidden"),
             "no button on the other page")
        second.eval("acknowledge(survey.alarms[0])")
        wait(lambda: "acknowledges alarms" in second.eval("document.getElementById('said').textContent"), "the refusal")
        assert not second.eval("survey.alarms[0].acknowledged")
        wait(lambda: page.eval("!document.getElementById('acknowledge').hidden"), "the button")
        page.eval("acknowledge(survey.alarms[0])")
        for one in (page, second):
            wait(lambda one=one: one.eval("survey.alarms[0].acknowledged === true"), "it is acknowledged on both")
        second.close()


def test_a_page_that_watches_opens_surveys_only_while_none_drives(browser):
    survey = simulated(browser, files=[("walk.gpkg", lambda path: walk(path, 40))])
    with survey as (_, page):
        second = browser.page(survey.drive.url)
        wait(lambda: second.eval("joined !== null && state.driven && !state.drives"), "the page that watches")
        choose(second, "surveys")
        wait(lambda: second.eval("folder?.items?.some((item) => item.file === 'walk.gpkg')"), "the list")
        second.eval("openSurvey(folder.items.find((item) => item.file === 'walk.gpkg'), 1); 0")
        wait(lambda: "opens and closes surveys" in second.eval("document.getElementById('said').textContent"), "the refusal")
        assert second.eval("shownA === 0 && slots[1].news === null"), "it shows what it has shown"
        page.close()
        wait(lambda: second.eval("!state.driven"), "nobody who drives")
        open_survey(second, "walk.gpkg")
        assert second.faults() == [], second.faults()
        second.close()


def test_surveys_of_the_folder_are_opened_noted_exported_and_deleted(browser):
    survey = simulated(browser, files=[("walk.gpkg", lambda path: walk(path, 400))], size=(1280, 800))
    with survey as (_, page):
        slot = open_survey(page, "walk.gpkg")
        choose(page, "map")
        wait(lambda: page.eval(f"slots[{slot}].store.count") == 400, "its samples")
        assert page.eval(f"systemOf({slot})") == "world"
        choose(page, "surveys")
        send = "((what) => send({ list: folder.list, item: folder.items.find((item) => item.file === 'walk.gpkg').item, ...what }))"
        item = "folder.items.find((item) => item.file === 'walk.gpkg')"

        def ask(what, done, words):
            page.eval(f"{send}({what})")
            wait(lambda: page.eval(done), words)

        ask("{ do: 'note', text: 'Über den Fluß' }", f"{item}.notes.some((note) => note.text === 'Über den Fluß')", "the note")
        ask("{ do: 'keep', to: 'off' }", f"{item}.upload !== ''", "no upload")
        ask("{ do: 'keep', to: 'on' }", f"{item}.upload === ''", "upload again")
        ask("{ do: 'export', as: 'csv' }", "document.getElementById('said').textContent.includes('walk.csv')", "the export")
        assert open(survey.path("walk.csv"), encoding="utf-8").read().count("\n") > 400
        ask("{ do: 'delete' }", f"{item} === undefined", "it is deleted")
        # What is being written is not changed from here.
        page.eval(f"send({{ do: 'note', list: folder.list, item: folder.items[0].item, text: 'x' }})")
        wait(lambda: "writes this file" in page.eval("document.getElementById('said').textContent"), "the refusal")


def test_a_route_is_found_between_two_taps(browser):
    with simulated(browser, files=[("walk.gpkg", lambda path: walk(path, 3000))]) as (_, page):
        slot = open_survey(page, "walk.gpkg")
        choose(page, "route")
        wait(lambda: page.eval(f"slots[{slot}].store.count") == 3000, "its samples", 30)
        page.eval(f"Object.assign(globalThis, {{ tips: [10, 2900].map((i) => [slots[{slot}].store.x[i], slots[{slot}].store.y[i]]) }}); 0")
        page.eval(f"send({{ do: 'route', slot: {slot}, stream: slots[{slot}].stream, fx: Math.round(tips[0][0] * 10),"
                  " fy: Math.round(tips[0][1] * 10), tx: Math.round(tips[1][0] * 10), ty: Math.round(tips[1][1] * 10), dose: 1000, time: 100 })")
        page.eval("globalThis.answers = []; const before = hears.route; hears.route = (news) => { answers.push(news); before(news); }; 0")
        wait(lambda: page.eval("answers.some((news) => news.routes?.length > 0)"), lambda: page.eval("JSON.stringify(answers)"), 30)
        assert page.eval("answers.at(-1).routes.filter((route) => route.cheapest).length") == 1
        assert page.eval("answers.at(-1).routes[0].line.length > 2")


def test_the_operator_of_a_raster_pauses_goes_on_skips_and_ends_it(browser):
    with Survey(browser, "--simulate", SOURCE, "--sensor", "demo", "--over", "zx=-20..20/10", "--over", "zy=-10..10/10", "--dwell", "2s",
                "--to", "raster.gpkg", "--yes", verb=("survey", "raster")) as (drive, page):
        wait(lambda: page.eval("survey?.raster?.phase === 'measuring'"), "a point")
        page.eval("document.getElementById('rasterPause').click()")
        wait(lambda: page.eval("survey.raster.phase === 'paused'"), "the pause")
        at = page.eval("survey.raster.point")
        assert page.eval("document.getElementById('gate').textContent").startswith("raster PAUSED: point "), "no READY while it waits"
        wait(lambda: page.text("rasterWords") == "paused, press Go on to continue", "the words of the pause")
        page.eval("document.getElementById('rasterSkip').click()")
        wait(lambda: page.eval("survey.raster.skipped") == 1, "the point left out")
        # The second of two taps within half a second is no resume.
        time.sleep(0.6)
        page.eval("document.getElementById('rasterPause').click()")
        wait(lambda: page.eval("survey.raster.phase === 'measuring' && survey.raster.point") == at + 1, "it goes on")
        # A stop holds until the page's own button resumes, and the raster goes on with it.
        page.eval("document.getElementById('stop').click()")
        wait(lambda: page.eval("state.stopped && survey.raster.phase === 'paused'"), "the stop")
        assert page.eval("document.getElementById('rasterPause').disabled"), "a second button that goes on"
        wait(lambda: "press Resume to continue" in page.text("rasterWords"), "the words of the stop")
        time.sleep(0.5)
        page.eval("document.getElementById('resume').click()")
        wait(lambda: page.eval("survey.raster.phase === 'measuring'"), "it goes on after the stop")
        # Nobody watches without the page.
        mark = drive.mark
        page.close()
        drive.wait_event(mark, event="input", state="paused")
        page = browser.page(drive.url)
        wait(lambda: page.eval("survey?.raster?.phase === 'paused'"), "it waits")
        # The second of two quick taps is no answer.
        page.eval("document.getElementById('rasterEnd').click(); document.getElementById('rasterEnd').click()")
        wait(lambda: page.eval("performance.now() > endsAt - 3500"), "an answer that counts")
        assert drive.process.poll() is None
        page.eval("document.getElementById('rasterEnd').click()")
        wait(lambda: drive.process.poll() is not None, "the end")
        wait(lambda: any("the raster was ended" in line for _, line in drive.errors), lambda: drive.errors)
        wait(lambda: page.eval("lost !== ''"), "the page that has no drive")
        assert page.eval("document.getElementById('rasterWords').textContent").startswith("ended"), "how it ended stays"


def test_the_graph_has_no_crossings_and_its_alarm_says_what_is_raised(browser):
    with simulated(browser) as (_, page):
        wait(lambda: page.eval("survey?.alarms?.length > 0"), "an alarm of the source")
        choose(page, "graph")
        high = "[...document.querySelectorAll('#graphNodes > li')].find((node) => node.textContent.startsWith('high'))"
        wait(lambda: page.eval(f"{high}.querySelector('strong').textContent") == "RAISED", "the alarm's node")
        assert "above 0.5" in page.eval(f"{high}.querySelector('.state').textContent")
        # A cross has a line less than it needs: two inputs, each for the other's side.
        crossed = "[{}, {}, { inputs: [1] }, { inputs: [0] }, { inputs: [0, 2, 3] }]"
        assert page.eval(f"crossings(arrange({crossed}))") == 0
        assert page.eval("crossings(arrange(plan.places))") == 0
        # No two nodes of a layer lie on each other.
        assert page.eval("""[...document.querySelectorAll('#graphNodes > li')].every((a, at, all) => all.slice(at + 1).every((b) => {
          const [p, q] = [a, b].map((node) => node.getBoundingClientRect());
          return p.right <= q.x || q.right <= p.x || p.bottom <= q.y || q.bottom <= p.y;
        }))""")


def test_the_plot_shows_the_sample_under_the_pointer_and_says_when_there_is_none(browser):
    with simulated(browser) as (_, page):
        choose(page, "plot")
        wait(lambda: page.eval("slots[0].store.count > 2"), "samples")
        page.eval("document.getElementById('plotRange').value = '0';"
                  "document.getElementById('plotRange').dispatchEvent(new Event('change'))")
        x, y, *_ = page.middle("trend")
        page.mouse("mouseMoved", x, y, buttons=0)
        wait(lambda: page.eval("!document.getElementById('trendPoint').hidden"), "the sample")
        at = page.eval("pointed")
        assert page.eval(f"slots[0].store.time.subarray(0, slots[0].store.count).includes({at})"), at
        page.eval("trend.follows = false; moveTrend(1e9, 1e9 + 60000); 0")
        wait(lambda: "No samples" in page.text("trendEmpty"), lambda: page.text("trendEmpty"))
        assert page.eval("document.getElementById('trendPoint').hidden")
