// SPDX-FileCopyrightText: 2026 The Stiction authors
// SPDX-License-Identifier: MIT
//
// Looks at the page of stiction reproduce in a browser.
//   node page.mjs CHROMIUM PAGE.html RESULTS.json
import { chromium } from 'playwright-core';
import { readFileSync } from 'node:fs';

const [program, path, jsonPath] = process.argv.slice(2);
const results = JSON.parse(readFileSync(jsonPath, 'utf8'));
let passed = 0, failed = 0;

function ok(claim, good, detail = '') {
    if (good) {
        passed++;
    } else {
        failed++;
        console.log(`FAILED: ${claim} ${detail}`);
    }
}

const browser = await chromium.launch({
    executablePath: program,
    args: process.getuid() === 0 ? ['--no-sandbox'] : [],
});

// Opens the page; complains about anything said on the console and any request but the page's own.
async function open(options) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const name = JSON.stringify(options);
    page.on('console', m => ok('nothing is said on the console', false, `${name}: ${m.text()}`));
    page.on('pageerror', e => ok('no error in the page', false, `${name}: ${e}`));
    page.on('request', r => ok('no request leaves the page',
                               r.url() === `file://${path}` || r.url().startsWith('data:'), r.url()));
    await page.goto(`file://${path}`);
    return page;
}

// Relative luminance and contrast as WCAG 2 defines them.
function contrast(a, b) {
    const light = c => {
        const [r, g, bl] = c.match(/[\d.]+/g).slice(0, 3).map(v => v / 255)
            .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * bl;
    };
    const [hi, lo] = [light(a), light(b)].sort((x, y) => y - x);
    return (hi + 0.05) / (lo + 0.05);
}

async function widthIsKept(page, name) {
    const [inner, all] = await page.evaluate(() => [window.innerWidth,
                                                    document.documentElement.scrollWidth]);
    ok(`no horizontal overflow, ${name}`, all <= inner, `${all} > ${inner}`);
}

// ---- Content ----

const desk = await open({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
await widthIsKept(desk, 'desktop');
for (const paper of results.papers) {
    ok(`a section for ${paper.name}`, await desk.locator(`section#${paper.name}`).count() === 1);
    const rows = await desk.locator(`section#${paper.name} .facts tr:not(.group,.note)`).count() - 1;
    ok(`a row for each fact of ${paper.name}`, rows === paper.facts.length,
       `${rows} of ${paper.facts.length}`);
    const bad = await desk.locator(`section#${paper.name} .facts .badge.bad`).count();
    ok(`verdicts of ${paper.name}`, bad === paper.not_reproduced, `${bad}`);
    ok(`figures of ${paper.name}`, await desk.locator(`section#${paper.name} figure`).count() > 2);
}
const charts = await desk.evaluate(() => [...document.querySelectorAll('svg.chart')].map(svg => ({
    id: svg.getAttribute('aria-labelledby'),
    title: svg.querySelector('title')?.textContent,
    curves: svg.querySelectorAll('svg path[d]:not([d=""])').length,
    box: svg.getBoundingClientRect().height,
    overflow: [...svg.querySelectorAll('text')].some(t => {
        const a = t.getBoundingClientRect(), b = svg.getBoundingClientRect();
        return a.left < b.left - 1 || a.right > b.right + 1;
    }),
})));
ok('many charts', charts.length > 100, `${charts.length}`);
for (const chart of charts)
    ok(`chart ${chart.id}`, chart.title && chart.curves > 0 && chart.box > 100 && !chart.overflow,
       JSON.stringify(chart));
ok('ids are unique', await desk.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
    return new Set(ids).size === ids.length;
}));
ok('links within the page lead somewhere', await desk.evaluate(() =>
    [...document.querySelectorAll('a[href^="#"]')].every(a => document.getElementById(a.hash.slice(1)))));
ok('no script', await desk.locator('script').count() === 0);
ok('nothing failed', !(await desk.content()).includes('gave no curve'));

// ---- Three counts, distances, filter ----

const facts = results.papers.flatMap(p => p.facts);
const compared = facts.filter(f => f.verdict !== 'not published');
const counts = ['number', 'statement', 'by construction'].map(kind => {
    const own = compared.filter(f => f.kind === kind);
    return [own.filter(f => f.verdict === 'reproduced').length, own.length];
});
const lead = await desk.locator('.lead').textContent();
for (const [good, all] of counts)
    ok('the page has the three counts of the results', lead.includes(`${good} of ${all}`), lead);
ok('every published number has its distance', await desk.locator('.distance').count() ===
   facts.filter(f => f.published_number !== null && f.value !== null).length);
const shown = kind => desk.evaluate(k => [...document.querySelectorAll(`.facts tr[data-kind="${k}"]`)]
    .filter(r => r.getClientRects().length > 0).length, kind);
ok('all kinds are shown at first', await shown('number') > 0 && await shown('statement') > 0);
await desk.locator('#show-number').check();
ok('the filter leaves the numbers', await shown('number') > 0 && await shown('statement') === 0 &&
   await shown('open') === 0 && await shown('construction') === 0);
await desk.locator('#show-all').check();

// ---- Light, dark, phone, paper ----

async function colors(page) {
    return page.evaluate(() => {
        const of = (selector, what) => getComputedStyle(document.querySelector(selector))[what];
        return { ground: of('body', 'backgroundColor'), ink: of('body', 'color'),
                 soft: of('.cite', 'color'), curve: of('.chart .k0', 'stroke'),
                 second: of('.chart .k1', 'stroke'), panel: of('.panel', 'backgroundColor') };
    });
}
const dark = await open({ viewport: { width: 1280, height: 900 }, colorScheme: 'dark' });
const seen = { light: await colors(desk), dark: await colors(dark) };
ok('dark is dark', contrast(seen.dark.ground, 'rgb(0, 0, 0)') < 1.5, seen.dark.ground);
for (const [name, c] of Object.entries(seen)) {
    ok(`text is readable, ${name}`, contrast(c.ink, c.ground) > 7, JSON.stringify(c));
    ok(`soft text is readable, ${name}`, contrast(c.soft, c.panel) > 4.5, JSON.stringify(c));
    ok(`curves are seen, ${name}`, contrast(c.curve, c.panel) > 3 && contrast(c.second, c.panel) > 3,
       JSON.stringify(c));
}
for (const width of [390, 320]) {
    const phone = await open({ viewport: { width, height: 844 }, colorScheme: 'light', isMobile: true,
                               hasTouch: true });
    await widthIsKept(phone, `${width} px`);
    const size = await phone.evaluate(() => {
        const text = document.querySelector('.chart text');
        return text.getBoundingClientRect().height;
    });
    ok(`labels are readable at ${width} px`, size > 8, `${size} px`);
}
const pdf = await desk.pdf({ preferCSSPageSize: true });
ok('it prints', pdf.length > 50000 && pdf.subarray(0, 5).toString() === '%PDF-');
await dark.emulateMedia({ media: 'print' });
const printed = await colors(dark);
const sizes = await dark.evaluate(() => ['.facts td', '.facts small', '.runs td'].map(s =>
    parseFloat(getComputedStyle(document.querySelector(s)).fontSize)));
ok('small text is smaller than the table in print', sizes[1] < sizes[0], JSON.stringify(sizes));
ok('paper is light', contrast(printed.ground, 'rgb(255, 255, 255)') < 1.05, printed.ground);

await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
