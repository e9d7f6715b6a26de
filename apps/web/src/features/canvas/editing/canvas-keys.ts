import type { FindDefinition } from '@runnel/contract'
import { moveNodes } from '@runnel/graph'
import type { KeyboardEvent as ReactKeyboardEvent } from 'react'
import {
  changeFlow,
  type EditorStore,
  inspect,
  moveMark,
  redo,
  select,
  undo,
} from '../session/editor-store.ts'
import { copySelection, deleteSelection, duplicateSelection, pasteCopied } from './flow-clipboard.ts'
import { focusAfterDeletion, focusCard, focusForm } from './focus-places.ts'

/** What keys work on. */
export interface KeyContext {
  editor: EditorStore
  find: FindDefinition
  /** Asks which node to go to. */
  onFind: () => void
  /** Asks what a node is to be connected to. */
  onConnect: (nodeId: string) => void
  /** Opens or closes the panel that has this key, and says whether there is one. */
  onPanelKey: (key: string) => boolean
}
type Command = (context: KeyContext) => void
type CardCommand = (context: KeyContext, nodeId: string) => void

/** As xyflow moves a selected card. */
const STEP = 5
const LONG_STEP = 20

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
  delete: ({ editor }) => deleteWithFocus(editor),
  backspace: ({ editor }) => deleteWithFocus(editor),
  '/': ({ onFind }) => onFind(),
  escape: ({ editor }) => {
    const { inspected } = editor.getState()
    inspect(editor, undefined)
    select(editor, [])
    if (inspected !== undefined) focusCard(inspected)
  },
}

function deleteWithFocus(editor: EditorStore): void {
  const { selection, isReadOnly } = editor.getState()
  if (selection.size > 0 && !isReadOnly) focusAfterDeletion(deleteSelection(editor))
}

/** Commands that are about what is selected: what has the focus is meant. */
const SELECTING = new Set(['mod+d', 'mod+c', 'delete', 'backspace'])

const cardCommands: Record<string, CardCommand> = {
  enter: ({ editor }, nodeId) => {
    inspect(editor, nodeId)
    focusForm()
  },
  c: ({ editor, onConnect }, nodeId) => {
    if (!editor.getState().isReadOnly) onConnect(nodeId)
  },
}

const directions: Record<string, { x: number; y: number }> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
}

type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'target' | 'defaultPrevented' | 'preventDefault'
>

/**
 * A key that reaches the page of the canvas through React. Menus and dialogs above it are part of it for React, but
 * not for the person: their keys stay theirs.
 */
export function handleKeyInside(event: ReactKeyboardEvent, context: KeyContext): void {
  if (event.target instanceof Node && event.currentTarget.contains(event.target)) {
    handleCanvasKey(event, context)
  }
}

/** Whether a dialog is open: the canvas behind it then takes no keys. */
export function isBehindDialog(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null
}

/** Keys of the canvas. Where text is written they keep their usual meaning. */
export function handleCanvasKey(event: PressedKey, context: KeyContext): void {
  if (isWriting(event.target)) {
    if (event.key === 'Escape') leaveField(event)
    return
  }
  const focused = focusedId(event.target, '.react-flow__node')
  if (focused !== undefined && takeCardKey(event, context, focused)) return
  const chord = chordOf(event)
  const command = commands[chord]
  if (command === undefined && context.onPanelKey(chord)) event.preventDefault()
  if (command === undefined || (chord === 'mod+c' && hasSelectedText())) return
  event.preventDefault()
  if (SELECTING.has(chord)) selectFocused(event, context)
  command(context)
}

/**
 * Escape leaves a field for the panel that it stands in; there Escape closes, and the other keys of the canvas work.
 * An open list above the field takes the key first, and code has a way out of its own.
 */
function leaveField({ target, defaultPrevented }: PressedKey): void {
  if (defaultPrevented || !(target instanceof HTMLElement) || target.isContentEditable) return
  target.closest<HTMLElement>('section[tabindex="-1"]')?.focus()
}

/** A key that means the card which has the focus. False when it means something else. */
function takeCardKey(event: PressedKey, context: KeyContext, nodeId: string): boolean {
  const { editor } = context
  const direction = directions[event.key]
  // A selected card is moved by xyflow, together with the others that are selected.
  const moves = direction !== undefined && !editor.getState().selection.has(nodeId)
  const command = direction === undefined ? cardCommands[chordOf(event)] : undefined
  if (!moves && command === undefined) return false
  event.preventDefault()
  if (moves) moveCard(editor, nodeId, { ...direction, length: event.shiftKey ? LONG_STEP : STEP })
  command?.(context, nodeId)
  return true
}

function moveCard(
  editor: EditorStore,
  nodeId: string,
  { x, y, length }: { x: number; y: number; length: number },
): void {
  select(editor, [nodeId])
  const position = editor.getState().document.nodes.find(({ id }) => id === nodeId)?.position
  if (position === undefined) return
  const place = { x: position.x + x * length, y: position.y + y * length }
  changeFlow(editor, (document) => moveNodes(document, { [nodeId]: place }), moveMark([nodeId]))
}

/** What has the focus is selected, unless it is among what is selected already. */
function selectFocused({ target }: PressedKey, { editor }: KeyContext): void {
  const id = focusedId(target, '.react-flow__node, .react-flow__edge')
  if (id !== undefined && !editor.getState().selection.has(id)) select(editor, [id])
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

function focusedId(target: EventTarget | null, selector: string): string | undefined {
  if (!(target instanceof HTMLElement || target instanceof SVGElement) || !target.matches(selector))
    return undefined
  return target.dataset.id
}

function hasSelectedText(): boolean {
  return (getSelection()?.toString() ?? '') !== ''
}
