export { makePdf } from './documents/make-pdf.fixture.ts'
