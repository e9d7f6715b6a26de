import type { FindDefinition } from '@runnel/contract'
import { type EditorStore, inspect, redo, select, undo } from './editor-store.ts'
import { copySelection, deleteSelection, duplicateSelection, pasteCopied } from './flow-clipboard.ts'

/** What keys work on. */
export interface KeyContext {
  editor: EditorStore
  find: FindDefinition
}
type Command = (context: KeyContext) => void

const commands: Record<string, Command> = {
  'mod+z': ({ editor }) => undo(editor),
  'mod+shift+z': ({ editor }) => redo(editor),
  'mod+y': ({ editor }) => redo(editor),
  'mod+d': ({ editor, find }) => duplicateSelection(editor, find),
  'mod+c': ({ editor }) => copySelection(editor),
  'mod+v': ({ editor, find }) => pasteCopied(editor, find),
  'mod+a': ({ editor }) =>
    select(
      editor,
      editor.getState().document.nodes.map(({ id }) => id),
    ),
  delete: ({ editor }) => deleteSelection(editor),
  backspace: ({ editor }) => deleteSelection(editor),
  escape: ({ editor }) => {
    inspect(editor, undefined)
    select(editor, [])
  },
}

type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'target' | 'preventDefault'
>

/** Keys of the canvas. Where text is written they keep their usual meaning. */
export function handleCanvasKey(event: PressedKey, context: KeyContext): void {
  if (isWriting(event.target)) return
  const nodeId = focusedNode(event.target)
  if (event.key === 'Enter' && nodeId !== undefined) {
    event.preventDefault()
    inspect(context.editor, nodeId)
    return
  }
  const command = commands[chordOf(event)]
  if (command === undefined || (isOnlyCopy(event) && hasSelectedText())) return
  event.preventDefault()
  command(context)
}

/** A key with its modifiers, such as `mod+shift+z`; `mod` is Control or Command. */
export function chordOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>): string {
  const isMod = event.ctrlKey || event.metaKey
  return [isMod ? 'mod' : '', isMod && event.shiftKey ? 'shift' : '', event.key.toLowerCase()]
    .filter(Boolean)
    .join('+')
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  )
}

function focusedNode(target: EventTarget | null): string | undefined {
  if (!(target instanceof HTMLElement) || !target.matches('.react-flow__node')) return undefined
  return target.dataset.id
}

function isOnlyCopy(event: PressedKey): boolean {
  return chordOf(event) === 'mod+c'
}

function hasSelectedText(): boolean {
  return (getSelection()?.toString() ?? '') !== ''
}
