export { providerCatalogue } from './catalogue.ts'
