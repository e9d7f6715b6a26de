import { defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

/** Files of text as documents. */
export const textFile = defineNode({
  definition: loaderDefinition({
    name: 'textFile',
    label: 'Text File',
    version: 3,
    icon: 'IconFileTypeTxt',
    description: 'Files of text as they are, whatever they are encoded in',
    source: [
      {
        label: 'Txt File',
        name: 'txtFile',
        type: 'file',
        fileType:
          '.txt, .html, .aspx, .asp, .cpp, .c, .cs, .css, .go, .h, .java, .js, .less, .ts, .php, .proto, .python, .py, .rst, .ruby, .rb, .rs, .scala, .sc, .scss, .sol, .sql, .swift, .markdown, .md, .tex, .ltx, .vb, .xml',
      },
    ],
  }),
  provides: provideLoader(async () => (await import('./load.ts')).loadTextFiles),
})
