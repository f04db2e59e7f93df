/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The style sheet of the page.  Light and dark follow the reader's system, paper is always light.
 * Colours of curves: Okabe and Ito's palette, which colour-blind readers tell apart, darkened or
 * lightened for contrast against the ground. */
#include "report/html.h"
#include "report/page.h"

/* clang-format off */
static const char *const style[] = {
/* Colours. */
":root{color-scheme:light dark;--ground:#fff;--raised:#f6f6f3;--ink:#1d1e20;--soft:#5c5e62;"
"--line:#dedfdb;--link:#0a58a6;--good:#14683c;--good-bg:#e2f3e8;--bad:#96370a;--bad-bg:#fdebdf;"
"--open-bg:#ecedea;--k0:#0072b2;--k1:#d55e00;--k2:#00875f;--k3:#b5508a;--k4:#a07800;--k5:#6b5bb5;"
"--sans:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','DejaVu Sans',sans-serif;"
"--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace}\n",
"@media screen and (prefers-color-scheme:dark){:root{--ground:#141618;--raised:#1c1f22;"
"--ink:#e7e6e2;--soft:#a3a5a8;--line:#343a3f;--link:#7db7f0;--good:#82dcae;--good-bg:#143325;"
"--bad:#ffb484;--bad-bg:#42230f;--open-bg:#2a2e32;--k0:#56b4e9;--k1:#ff8f4a;--k2:#35c99d;"
"--k3:#e79cc8;--k4:#e6bf45;--k5:#b3a4f2}}\n",
/* Text. */
"*{box-sizing:border-box}\n"
"html{-webkit-text-size-adjust:100%;scroll-padding-top:1rem}\n"
"body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.6 var(--sans);"
"overflow-wrap:break-word}\n"
"header,main,footer{max-width:72rem;margin:0 auto;padding:0 1.25rem}\n"
"header{padding-top:3rem}\n"
"h1{font-size:2rem;line-height:1.2;letter-spacing:-.015em;margin:0 0 .75rem;text-wrap:balance}\n"
"h2{font-size:1.5rem;line-height:1.3;letter-spacing:-.01em;margin:0 0 .4rem;text-wrap:balance}\n"
"h3{font-size:1.05rem;margin:2.25rem 0 .75rem}\n"
"p,.cite{max-width:46rem;margin:0 0 .9rem}\n"
"a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:.15em}\n"
"code{font:.875em/1.5 var(--mono)}\n"
"sup{font-size:.72em;line-height:0}\n"
".lead{font-size:1.125rem;color:var(--soft)}\n"
".cite,.soft{color:var(--soft)}\n"
".eyebrow{font-size:.8125rem;color:var(--soft);margin:0 0 .3rem}\n"
"section{padding-top:3.5rem}\n",
/* Tables. */
"table{width:100%;border-collapse:collapse;font-size:.9375rem;line-height:1.45;"
"font-variant-numeric:tabular-nums}\n"
"th,td{text-align:left;vertical-align:top;padding:.6rem .9rem .6rem 0;"
"border-bottom:1px solid var(--line)}\n"
"thead th{font-size:.8125rem;font-weight:600;color:var(--soft);border-bottom-color:var(--soft);"
"padding-top:0}\n"
"td.number,th.number{text-align:right}\n"
"td.value{font-weight:600;white-space:nowrap}\n"
"td small,.facts small{display:block;color:var(--soft);font-size:.8125rem}\n"
".facts th:nth-child(1){width:38%}.facts th:nth-child(2){width:27%}\n"
".facts tr.noted>td{border-bottom:0;padding-bottom:.2rem}\n"
".facts tr.note>td{padding-top:0}\n"
".note p{margin:0 0 .2rem;padding:.5rem .8rem;background:var(--bad-bg);border-radius:4px;"
"max-width:none;font-size:.875rem}\n"
".note.remark p{background:var(--raised)}\n"
".facts tr.group th{padding-top:1.4rem;font-size:1rem;border-bottom-color:var(--soft)}\n"
".runs{font-size:.8125rem}.runs code{overflow-wrap:anywhere}\n"
".badge{display:inline-block;white-space:nowrap;font-size:.8125rem;font-weight:600;line-height:1.3;"
"padding:.15rem .55rem;border-radius:1rem}\n"
".good{color:var(--good);background:var(--good-bg)}.bad{color:var(--bad);background:var(--bad-bg)}"
".open{color:var(--soft);background:var(--open-bg)}\n"
".bar{display:flex;height:.5rem;width:9rem;margin-top:.45rem;border-radius:1rem;overflow:hidden;"
"background:var(--open-bg)}.bar i{background:var(--good);height:100%}"
".bar i+i{background:var(--bad)}\n",
/* Shares of one: a bar, with the interval as a line through its end. */
".share{position:relative;display:inline-block;width:9rem;height:.7rem;margin-right:.6rem;vertical-align:middle;"
"background:var(--open-bg);border-radius:2px}"
".share i{position:absolute;left:0;top:0;height:100%;background:var(--k0);border-radius:2px}"
".share b{position:absolute;top:calc(50% - 1px);height:2px;background:var(--ink)}\n"
"pre{font:.8125rem/1.5 var(--mono);overflow-x:auto;background:var(--raised);border-radius:6px;padding:.8rem 1rem}\n",
/* The filter: a choice hides the rows of all other kinds. */
".filter{border:1px solid var(--line);border-radius:6px;margin:1.2rem 0 0;padding:.3rem .9rem .6rem;"
"display:flex;flex-wrap:wrap;gap:.2rem 1.4rem;font-size:.9375rem}"
".filter legend{color:var(--soft);font-size:.8125rem;padding:0 .3rem}\n"
"body:has(#show-number:checked) .facts tr[data-kind]:not([data-kind=number]),"
"body:has(#show-statement:checked) .facts tr[data-kind]:not([data-kind=statement]),"
"body:has(#show-construction:checked) .facts tr[data-kind]:not([data-kind=construction]),"
"body:has(#show-open:checked) .facts tr[data-kind]:not([data-kind=open]){display:none}\n",
/* Figures. */
"figure{margin:0 0 2.5rem}\n"
"figcaption{max-width:46rem;margin-bottom:.5rem}figcaption b{display:block}"
"figcaption span{color:var(--soft);font-size:.9375rem}\n"
".panels{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,21.5rem),1fr));"
"gap:.75rem 1rem}\n"
".panels.two{max-width:48rem}\n"
".panel{min-width:0;display:flex;flex-direction:column;background:var(--raised);border-radius:6px;padding:.6rem .7rem .4rem}\n"
".panel h4{font-size:.875rem;line-height:1.35;font-weight:600;margin:0 0 .1rem}\n"
".legend{list-style:none;display:flex;flex-wrap:wrap;gap:.1rem 1rem;margin:.1rem 0 .4rem;padding:0;"
"font-size:.8125rem;color:var(--soft)}\n"
".legend li{display:flex;align-items:center;gap:.4rem}"
".legend i{width:1.3rem;border-top:3px solid}\n"
".chart{display:block;width:100%;height:auto;margin-top:auto}\n"
".chart text{font:12px var(--sans);font-variant-numeric:tabular-nums;fill:var(--soft)}"
".chart .x text{text-anchor:middle}.chart .y text,.chart .end{text-anchor:end}"
".chart .name{fill:var(--ink)}\n"
".chart path{fill:none;vector-effect:non-scaling-stroke;stroke-linejoin:round}"
".chart .grid{stroke:var(--line);stroke-width:1}.chart .zero{stroke:var(--soft);stroke-width:1}"
".chart .reference{stroke:var(--soft);stroke-width:1.3;stroke-dasharray:5 4}\n",
".k0{stroke:var(--k0);color:var(--k0)}.k1{stroke:var(--k1);color:var(--k1)}"
".k2{stroke:var(--k2);color:var(--k2)}.k3{stroke:var(--k3);color:var(--k3)}"
".k4{stroke:var(--k4);color:var(--k4)}.k5{stroke:var(--k5);color:var(--k5)}"
".chart .k0,.chart .k1,.chart .k2,.chart .k3,.chart .k4,.chart .k5{stroke-width:1.6}"
".chart .area{fill:currentColor;fill-opacity:.22;stroke:none}"
".chart .dots{stroke-width:3;stroke-linecap:round;stroke-opacity:.4}\n"
".legend .reference{border-top:2px dashed var(--soft)}\n",
/* Contents. */
"nav ul{list-style:none;margin:0;padding:0}\n"
"nav>ul>li{margin-bottom:.35rem}nav li li{display:inline-block;margin-right:1rem;font-size:.875rem}\n"
"footer{padding-top:3rem;padding-bottom:3rem;font-size:.875rem;color:var(--soft)}\n"
"footer h2{font-size:1.05rem;color:var(--ink)}\n",
/* Phone: a table row becomes a card, each cell with its heading. */
"@media screen and (max-width:44rem){header{padding-top:1.75rem}h1{font-size:1.6rem}"
"h2{font-size:1.3rem}header,main,footer{padding-left:1rem;padding-right:1rem}"
"table,tbody,tr,td,tbody th{display:block}"
"thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}"
"tr{padding:.7rem 0;border-bottom:1px solid var(--line)}td,tbody th{border:0;padding:.1rem 0}"
"td.number{text-align:left}td[data-is]{display:grid;grid-template-columns:6.5rem 1fr}"
"td[data-is]::before{content:attr(data-is);color:var(--soft);font-weight:400;font-size:.8125rem;"
"line-height:1.7}"
"td.value{white-space:normal}"
".facts tr.noted{border-bottom:0;padding-bottom:0}.facts tr.note{padding-top:.2rem}"
".facts tr.group{padding:1.2rem 0 .3rem}.panels,.panels.two{grid-template-columns:1fr}}\n",
/* Paper. */
"@media print{:root{color-scheme:light}@page{size:A4;margin:16mm 14mm}body{font-size:9.5pt}"
"header,main,footer{max-width:none;padding:0}section{break-before:page;padding-top:0}"
"h3,figcaption,.noted,.group{break-after:avoid}figure,tr{break-inside:avoid}"
"figure{margin-bottom:1rem}.panels,.panels.two{grid-template-columns:1fr 1fr;gap:.5rem;max-width:none}"
".panel{border:1px solid var(--line)}table{font-size:8.5pt}.runs{font-size:7.5pt}"
"td small,.facts small,thead th,.badge,.legend{font-size:7pt}.note p,figcaption span{font-size:8pt}"
".facts tr.group th{font-size:9.5pt}.lead{font-size:11pt}h1{font-size:18pt}h2{font-size:14pt}"
"h3{font-size:11pt}.filter{display:none}"
"td,th{padding:.3rem .6rem .3rem 0}a{color:inherit;text-decoration:none}"
".badge,.bar,.bar i,.note p{print-color-adjust:exact;-webkit-print-color-adjust:exact}}\n",
};
/* clang-format on */

void stn_page_style(FILE *out)
{
    fputs("<style>\n", out);
    for (size_t i = 0; i < sizeof style / sizeof style[0]; i++)
        fputs(style[i], out);
    fputs("</style>\n", out);
}

void stn_page_head(FILE *out, const char *title)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
          "<meta name=\"generator\" content=\"stiction " STN_VERSION "\">\n"
          "<title>",
          out);
    stn_html_text(out, title);
    fputs("</title>\n<link rel=\"icon\" href=\"data:,\">\n", out);
    stn_page_style(out);
    fputs("</head>\n<body>\n", out);
}
