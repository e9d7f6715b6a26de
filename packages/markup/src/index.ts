export { type MarkupReader, readMarkup } from './read-markup.ts'
export { type ReadPage, readPage } from './read-page.ts'
