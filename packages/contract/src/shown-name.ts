import { z } from 'zod'

/**
 * Signs of control, and those that turn the way of reading or are not seen. Joiners stay, without which Persian words and
 * emoji fall apart.
 */
const HIDDEN =
  /[\p{Cc}\p{Zl}\p{Zp}\u{AD}\u{61C}\u{180E}\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{206F}\u{FEFF}]+/gu

/**
 * A name as people are shown it: one line, in which nothing hides, and which turns no sentence around it. What it holds
 * besides stays as it is: it is text wherever it stands.
 */
export function shownName(text: string): string {
  return text
    .replaceAll(HIDDEN, (hidden) => (/\s/.test(hidden) ? ' ' : ''))
    .trim()
    .replace(/^[\u{200C}\u{200D}]+$/u, '')
}

/** How names are compared that may not look alike: in one letter case and one width, without what is not seen. */
export function comparedName(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()
}

/** What somebody names themselves or a thing of an organisation, as it is kept. `most`: in UTF-16 units. */
export const shownNameSchema = (most: number) =>
  z.string().max(MOST_GIVEN).overwrite(shownName).min(1, 'is needed').max(most)

/** Nothing longer is looked at. */
const MOST_GIVEN = 10_000
