/** Captions (SubRip, WebVTT) tell how long the sound is that they were made of, which nothing else in such an answer does. */

const beginning = /^(?:\ufeff|\xef\xbb\xbf)?(?:WEBVTT|\s*\d+\r?\n[\d:]+,\d{3} --> )/;
const cue = /-->[\t ]*(?:(\d{1,5}):)?([0-5]\d):([0-5]\d)[.,](\d{3})/g;

/** True for a text that begins like captions; another text may have the same marks in the middle without meaning. */
export function areCaptions(text: string): boolean {
  return beginning.test(text);
}

/** When the last of the captions ends, in seconds; undefined where there is none in the text. */
export function lastCueSeconds(text: string): number | undefined {
  let last: number | undefined;
  for (const [, hours = '0', minutes, seconds, thousandths] of text.matchAll(cue)) {
    const end = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000;
    last = Math.max(last ?? 0, end);
  }
  return last;
}
