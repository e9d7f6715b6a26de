export { nodeCatalogue } from './catalogue.ts'
export { keptCredentialTypes } from './kept-credential-types.ts'
