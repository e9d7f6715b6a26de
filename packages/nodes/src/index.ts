export { nodeCatalogue } from './catalogue.ts'
