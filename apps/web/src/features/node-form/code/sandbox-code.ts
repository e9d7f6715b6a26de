import { autocompletion, completionKeymap } from '@codemirror/autocomplete'
import { ensureSyntaxTree } from '@codemirror/language'
import { linter, lintKeymap } from '@codemirror/lint'
import { type Extension, StateEffect } from '@codemirror/state'
import { type EditorView, keymap, type ViewUpdate } from '@codemirror/view'
import type { KnownName } from './code-knowledge.ts'
import { completeCode } from './complete-code.ts'
import { type CodeFault, findCodeFaults } from './find-code-faults.ts'

/** What the editor of code in the sandbox asks of the page around it. */
export interface SandboxPage {
  names(): readonly KnownName[]
  /** A fault in words. */
  describe(fault: CodeFault): string
  /** Told after every look at the code. */
  tell(faults: CodeFault[]): void
}

/** The names are others now: the code is looked at again. */
export const namesChanged = StateEffect.define<undefined>()

const saysOtherNames = ({ transactions }: ViewUpdate) =>
  transactions.some(({ effects }) => effects.some((effect) => effect.is(namesChanged)))

/** A look at code takes so many milliseconds at most; what is behind is looked at with the next key. */
const LONGEST_LOOK_MS = 50

/** Names and modules of the sandbox while code is written, and what of the code cannot be right. */
export function sandboxCode(page: SandboxPage): Extension {
  const find = ({ state }: EditorView) => {
    const tree = ensureSyntaxTree(state, state.doc.length, LONGEST_LOOK_MS)
    const faults = tree
      ? findCodeFaults({ tree, read: (from, to) => state.sliceDoc(from, to) }, page.names())
      : []
    page.tell(faults)
    return faults.map((fault) => ({
      from: fault.from,
      to: fault.to,
      severity: fault.kind === 'name' ? ('warning' as const) : ('error' as const),
      message: page.describe(fault),
    }))
  }
  return [
    autocompletion({ override: [(context) => completeCode(context, page.names())], icons: false }),
    linter(find, { needsRefresh: saysOtherNames }),
    keymap.of([...completionKeymap, ...lintKeymap]),
  ]
}
