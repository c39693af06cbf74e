import { useState } from 'preact/hooks';

/** The wanted colours; `system` follows the machine. */
export type Theme = 'system' | 'light' | 'dark';

const order: readonly Theme[] = ['system', 'light', 'dark'];
const storeKey = 'gateway-theme';

function stored(): Theme {
  const found = localStorage.getItem(storeKey);
  return order.find((theme) => theme === found) ?? 'system';
}

export function applyTheme(theme: Theme = stored()): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  dispatchEvent(new Event('themechange'));
}

/** The theme, and how to go to the next one. */
export function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState(stored);
  const next = () => {
    const following = order[(order.indexOf(theme) + 1) % order.length] ?? 'system';
    localStorage.setItem(storeKey, following);
    applyTheme(following);
    setTheme(following);
  };
  return [theme, next];
}
