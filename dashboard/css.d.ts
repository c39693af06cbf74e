/** Style sheets are bundled; nothing of them is named in code. */
declare module '*.css';
