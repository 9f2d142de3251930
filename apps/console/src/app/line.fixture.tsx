// For test/line.browser.test.ts: the whole console, with its router and its page that says what needs the team.
import './main.tsx';
