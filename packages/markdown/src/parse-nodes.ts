import type { RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import type { Extension } from 'micromark-util-types'
import { makeBoundedSyntax } from './bounded-syntax.ts'
import { BACKSLASH, DOLLAR } from './math-delimiters.ts'
import { mathFlow } from './math-flow.ts'
import { mathNodes } from './math-nodes.ts'
import { isNoWord, mathText } from './math-text.ts'

/** Whether an address goes on behind a sign is looked up at each sign: a long row of them is no address. */
const LONG_ROW_OF_SIGNS = /[!"'*,.:;<?_~&]{200}/
const NO_ADDRESSES: Extension = { disable: { null: ['wwwAutolink', 'protocolAutolink', 'emailAutolink'] } }

const GFM = gfm({ singleTilde: false })
/** TeX between `\\(…\\)`, `\\[…\\]` and `$$…$$`, and between `$…$` where nothing else can be meant. */
const MATH: Extension = {
  flow: { [DOLLAR]: mathFlow, [BACKSLASH]: mathFlow },
  text: { [DOLLAR]: { ...mathText, previous: isNoWord }, [BACKSLASH]: mathText },
}

/** Its transforms look for addresses once more, by patterns that are slow on hostile text. */
const NODES = [...gfmFromMarkdown().map(({ transforms: _, ...handlers }) => handlers), mathNodes]

/**
 * Parses a text into the blocks of mdast. `known` are the labels that links (`A`) and footnotes (`^A`) of other parts
 * of the text define, in capitals.
 */
export function parseNodes(source: string, known: Iterable<string>): RootContent[] {
  // The last ones are asked first.
  const extensions = [makeBoundedSyntax(), GFM, MATH, knowLabels(known)]
  if (LONG_ROW_OF_SIGNS.test(source)) extensions.push(NO_ADDRESSES)
  return fromMarkdown(source, { extensions, mdastExtensions: NODES }).children
}

/** Tells the parser of definitions outside of the text, before it reads the first line. */
function knowLabels(known: Iterable<string>): Extension {
  const labels = [...known]
  let isTold = false
  return {
    document: {
      null: {
        tokenize(_effects, _ok, nok) {
          if (!isTold) {
            isTold = true
            const isFootnote = (label: string) => label.startsWith('^')
            this.parser.defined.push(...labels.filter((label) => !isFootnote(label)))
            this.parser.gfmFootnotes ??= []
            this.parser.gfmFootnotes.push(...labels.filter(isFootnote).map((label) => label.slice(1)))
          }
          return nok
        },
      },
    },
  }
}
