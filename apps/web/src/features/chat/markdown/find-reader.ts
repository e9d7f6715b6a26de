import { createMarkdownReader, type MarkdownReader } from '@runnel/markdown'

let latest: MarkdownReader | undefined

/**
 * A reader for a text that is shown for the first time. An answer that has just grown to its end is shown once more, as
 * a message: it is not parsed again.
 */
export function findReader(text: string): MarkdownReader {
  const isOfSameText = latest !== undefined && latest.text !== '' && text.startsWith(latest.text)
  if (latest === undefined || !isOfSameText) latest = createMarkdownReader()
  return latest
}
