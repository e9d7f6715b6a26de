import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { json } from '@codemirror/lang-json'
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KnownName } from './code/code-knowledge.ts'
import type { CodeFault } from './code/find-code-faults.ts'
import { namesChanged, sandboxCode } from './code/sandbox-code.ts'
import { codeColors } from './code-colors.ts'
import { leaveByTab } from './leave-by-tab.ts'

export interface CodeEditorProps {
  /** Id of the element that names the editor. */
  labelledBy: string
  describedBy: string
  language: 'javascript' | 'json' | 'text'
  value: string
  placeholder?: string | undefined
  isReadOnly: boolean
  /** Takes the focus, at this place of the text. */
  focusAt?: number | undefined
  /** Of code that runs in the sandbox: the names that it may use. Others are told to be wrong. */
  names?: readonly KnownName[] | undefined
  onChange: (value: string) => void
}

/** An editor for code, with line numbers and its own undo. Escape, then Tab, leaves it by keyboard. */
export function CodeEditor(props: CodeEditorProps) {
  const { t } = useTranslation('node-form')
  const keysId = useId()
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef(props)
  latest.current = props
  /** What stands in the editor, as it was told last: comparing texts by their letters is slow for long ones. */
  const told = useRef(props.value)
  const tell = (text: string) => {
    told.current = text
    if (text !== latest.current.value) latest.current.onChange(text)
  }
  const teller = useRef(tell)
  teller.current = tell
  const [faults, setFaults] = useState<readonly LineFault[]>([])
  const words = useRef(t)
  words.current = t

  useEffect(() => {
    const { current: first } = latest
    const parent = host.current
    if (parent === null) return
    const describe = ({ kind, name }: CodeFault) => words.current(`code.fault.${kind}`, { name })
    const editor: EditorView = new EditorView({
      parent,
      state: EditorState.create({
        doc: first.value,
        extensions: [
          first.names && !first.isReadOnly
            ? sandboxCode({
                names: () => latest.current.names ?? [],
                describe,
                tell: (found) =>
                  setFaults(
                    found.map((fault) => ({
                      line: editor.state.doc.lineAt(fault.from).number,
                      words: describe(fault),
                    })),
                  ),
              })
            : [],
          extensionsFor(
            first.isReadOnly ? first : { ...first, describedBy: `${first.describedBy} ${keysId}` },
            (text) => teller.current(text),
          ),
        ],
      }),
    })
    view.current = editor
    if (first.focusAt !== undefined) {
      editor.dispatch({
        selection: { anchor: Math.min(first.focusAt, editor.state.doc.length) },
        scrollIntoView: true,
      })
      editor.focus()
    }
    return () => editor.destroy()
  }, [keysId])

  useEffect(() => {
    const editor = view.current
    if (!editor || told.current === props.value || textOf(editor.state) === props.value) return
    told.current = props.value
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: props.value } })
  }, [props.value])

  useEffect(() => {
    if (props.names) view.current?.dispatch({ effects: namesChanged.of(undefined) })
  }, [props.names])

  return (
    <>
      <div className="code-editor" ref={host} />
      <CodeFaults faults={faults} />
      {props.isReadOnly ? null : (
        <p className="field-help" id={keysId}>
          {t('code.keys')}
        </p>
      )}
    </>
  )
}

interface LineFault {
  line: number
  words: string
}

/** More than these are not told: one fault often makes others. */
const MOST_FAULTS = 3

/** What of the code cannot be right, also for those who do not see the lines below it. */
function CodeFaults({ faults }: { faults: readonly LineFault[] }) {
  const { t } = useTranslation('node-form')
  return (
    <div role="status" className="field-help code-faults">
      {faults.slice(0, MOST_FAULTS).map(({ line, words }) => (
        <p key={`${line} ${words}`}>{t('code.atLine', { line, words })}</p>
      ))}
      {faults.length > MOST_FAULTS ? (
        <p>{t('code.moreFaults', { count: faults.length - MOST_FAULTS })}</p>
      ) : null}
    </div>
  )
}

/**
 * All that stands in the editor. Lines put together at once: the editor's own way adds one after the other, and whatever
 * reads such a text first goes through tens of thousands of pieces, with every key.
 */
function textOf({ doc }: EditorState): string {
  return doc.toJSON().join('\n')
}

const languageSlot = new Compartment()

function extensionsFor(first: CodeEditorProps, tell: (text: string) => void) {
  return [
    lineNumbers(),
    history(),
    bracketMatching(),
    indentOnInput(),
    syntaxHighlighting(codeColors),
    languageSlot.of(languageOf(first.language)),
    keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
    EditorView.lineWrapping,
    EditorState.readOnly.of(first.isReadOnly),
    first.isReadOnly ? [] : leaveByTab,
    placeholder(first.placeholder ?? ''),
    EditorView.contentAttributes.of({
      // Said for those who look for what takes the focus in a part that scrolls.
      tabindex: '0',
      'aria-labelledby': first.labelledBy,
      'aria-describedby': first.describedBy,
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) tell(textOf(update.state))
    }),
  ]
}

function languageOf(language: CodeEditorProps['language']) {
  switch (language) {
    case 'javascript':
      return javascript()
    case 'json':
      return json()
    case 'text':
      return []
    default:
      return language satisfies never
  }
}
