/** All pages share one dark stylesheet: fonts of the system, nothing from outside, telephone first. */
export const stylesheet = `
:root {
  color-scheme: dark;
  --ground: #0e1218;
  --card: #171d27;
  --raised: #1f2733;
  --line: #2a3442;
  --text: #e9eef5;
  --soft: #9fadc0;
  --accent: #5fd0a5;
  --gold: #f2c35b;
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: radial-gradient(60rem 30rem at 50% -12rem, #1d3340, transparent) no-repeat var(--ground);
  color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 3rem; }
header { margin-bottom: 1.5rem; }
h1 { margin: 0; font-size: clamp(1.5rem, 6vw, 2.1rem); line-height: 1.2; letter-spacing: -0.02em; }
h2 { margin: 0 0 0.25rem; font-size: 1.25rem; }
h3 { margin: 1.5rem 0 0.5rem; color: var(--soft); font-size: 0.8rem; letter-spacing: 0.08em; text-transform: uppercase; }
p { margin: 0.5rem 0; }
a { color: var(--accent); }
code, pre { font: 0.85rem/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
code { overflow-wrap: anywhere; }
pre {
  margin: 0.5rem 0; padding: 0.75rem; overflow-x: auto;
  border: 1px solid var(--line); border-radius: 0.5rem; background: var(--ground); color: var(--text);
}
dl { margin: 0; }
dt { margin-top: 0.75rem; }
dd { margin: 0.15rem 0 0; color: var(--soft); font-size: 0.92rem; }
.eyebrow {
  margin: 0 0 0.25rem; color: var(--accent);
  font-size: 0.8rem; font-weight: 600; letter-spacing: 0.1em; text-transform: uppercase;
}
.lead, .quiet { color: var(--soft); }
.quiet { font-size: 0.9rem; }
.card { margin-top: 1rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card); }
.method {
  padding: 0.1rem 0.4rem; border-radius: 0.3rem; background: var(--raised); color: var(--accent);
  font-size: 0.7rem; font-weight: 700; letter-spacing: 0.04em;
}
.notice {
  padding: 1rem 1.25rem; border-left: 3px solid var(--gold); border-radius: 0.5rem;
  background: var(--card); overflow-wrap: anywhere;
}
.accounts { display: grid; gap: 0.6rem; margin: 0; padding: 0; list-style: none; }
@media (min-width: 34rem) {
  .accounts { grid-template-columns: 1fr 1fr; }
  .accounts li:first-child { grid-column: 1 / -1; }
}
.account {
  display: flex; gap: 0.9rem; align-items: center; height: 100%; padding: 0.7rem 0.9rem;
  border: 1px solid var(--line); border-radius: 0.9rem; background: var(--card);
  color: inherit; text-decoration: none;
}
.account:hover { border-color: var(--accent); background: var(--raised); }
.account img { width: 3.25rem; height: 3.25rem; flex: none; border-radius: 0.75rem; }
.account strong, .account small { display: block; }
.account small { color: var(--soft); font-variant-numeric: tabular-nums; }
.badge {
  display: inline-block; margin-left: 0.35rem; padding: 0.05rem 0.5rem; border-radius: 1rem;
  background: #f2c35b22; color: var(--gold); font-size: 0.7rem; font-weight: 600; vertical-align: 0.1em;
}
form { display: flex; flex-wrap: wrap; gap: 0.6rem; }
label { flex: 1 0 100%; color: var(--soft); font-size: 0.9rem; }
input, button { min-height: 2.9rem; padding: 0 1rem; border-radius: 0.7rem; font: inherit; }
input { flex: 1 1 12rem; min-width: 0; border: 1px solid var(--line); background: var(--ground); color: var(--text); }
button { border: 0; background: var(--accent); color: #06231a; font-weight: 650; cursor: pointer; }
button:hover { filter: brightness(1.08); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.portrait { display: flex; gap: 1.25rem; align-items: center; }
.portrait img { width: 6rem; height: 6rem; border-radius: 1.25rem; }
.buttons { margin-top: 0.75rem; }
.buttons button { flex: 1 1 auto; border: 1px solid var(--line); background: var(--raised); color: var(--text); }
.trade { display: grid; grid-template-columns: 6rem 1fr; gap: 0 1rem; overflow-wrap: anywhere; }
.trade img { width: 6rem; height: auto; margin-bottom: 0.5rem; border-radius: 0.6rem; }
.trade form { grid-column: 1 / -1; }
@media (max-width: 26rem) {
  .trade { grid-template-columns: 1fr; }
}
`;
