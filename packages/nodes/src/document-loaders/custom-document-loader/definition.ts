import { defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

const EXAMPLE = `return [
  { pageContent: 'Green tea wants 70 degrees.', metadata: { title: 'Green tea' } }
]
`

/** Documents that the author’s code makes. */
export const customDocumentLoader = defineNode({
  definition: loaderDefinition({
    name: 'customDocumentLoader',
    label: 'Custom Document Loader',
    version: 1,
    icon: 'IconFunction',
    description: 'Documents that JavaScript of your own makes',
    reads: 'servers',

    readsVariables: true,
    source: [
      {
        label: 'Input Variables',
        name: 'functionInputVariables',
        type: 'json',
        overridable: true,
        description: 'Values that the code reads as $name, such as {"name": "{{question}}"}',
        namesNoHost: true,
        optional: true,
        acceptVariable: true,
      },
      {
        label: 'Javascript Function',
        name: 'javascriptFunction',
        type: 'code',
        codeLanguage: 'js',
        readsNamesOf: 'functionInputVariables',
        description: 'The body of an async function that returns a list of documents, or one text',
        placeholder: EXAMPLE,
      },
    ],
  }),

  provides: provideLoader(async () => (await import('./load.ts')).loadByCode),
})
