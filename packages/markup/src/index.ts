export { listNewLinks, readSitemap, withoutFragment } from './page-links.ts'
export { type MarkupReader, readMarkup } from './read-markup.ts'
export { readPage } from './read-page.ts'
export { selectText } from './select-page.ts'
