import type { JSX } from 'preact';

const shapes = {
  Overview: 'M3 13h4l3-8 4 14 3-6h4',
  Models: 'M12 3l8 4.500v9L12 21l-8-4.500v-9zM4 7.500l8 4.500 8-4.500M12 12v9',
  Keys: 'M14.500 9.500a4.500 4.500 0 1 0-4 4.470V16h2.500v2.500H15.500V21H19v-3.500l-5.100-5.100a4.480 4.480 0 0 0 .6-2.900zM8.500 8.500h.01',
  Costs: 'M12 3v18M16.500 7H10a2.500 2.500 0 0 0 0 5h4a2.500 2.500 0 0 1 0 5H7',
  Routing: 'M5 5v6a4 4 0 0 0 4 4h10M15 11l4 4-4 4M5 5h.01M19 5h-6',
  Configuration: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4',
  Live: 'M12 12h.01M8.500 15.500a5 5 0 0 1 0-7M15.500 8.500a5 5 0 0 1 0 7M5.500 18.500a9.200 9.200 0 0 1 0-13M18.500 5.500a9.200 9.200 0 0 1 0 13',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4.500 4.500',
  out: 'M14 4h5v16h-5M4 12h11M11 8l4 4-4 4',
  system: 'M4 5h16v11H4zM9 20h6M12 16v4',
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.400 1.400M17.600 17.600L19 19M5 19l1.400-1.400M17.600 6.400L19 5',
  dark: 'M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z',
  plus: 'M12 5v14M5 12h14',
} as const;

export type IconName = keyof typeof shapes;

/** A small picture beside a word; never the only thing that says something. */
export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
    </svg>
  );
}
