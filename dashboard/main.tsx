import { render } from 'preact';
import { App } from './app.tsx';
import { applyTheme } from './data/theme.ts';
import 'uplot/dist/uPlot.min.css';
import './style/base.css';
import './style/layout.css';
import './style/parts.css';
import './style/pages.css';

applyTheme();
const root = document.getElementById('app');
if (root !== null) {
  root.textContent = '';
  render(<App />, root);
}
