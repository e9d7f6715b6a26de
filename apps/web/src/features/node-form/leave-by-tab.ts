import { currentCompletions } from '@codemirror/autocomplete'
import { type Extension, Prec, StateEffect, StateField } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

const ready = StateEffect.define<boolean>()

/** Whether Tab leaves the editor instead of indenting. Until then Escape is the editor's own, not the dialog's around it. */
const isReady = StateField.define<boolean>({
  create: () => false,
  update: (value, { effects }) => effects.find((effect) => effect.is(ready))?.value ?? value,
  provide: (field) =>
    EditorView.contentAttributes.from(
      field,
      (value): Record<string, string> => (value ? {} : { 'data-mantine-stop-propagation': 'true' }),
    ),
})

/**
 * After Escape, Tab and Shift+Tab go on to the next field, however long that takes; any other key, a click or leaving
 * lets Tab indent again. A second Escape goes to what stands around the editor. It hears of keys first: an offer of names of
 * which none fits takes Escape, too, and nobody sees why; one that is shown is closed by it, and that is all.
 */
export const leaveByTab: Extension = [
  isReady,
  Prec.highest(
    EditorView.domEventHandlers({
      keydown(event, view) {
        if (event.key === 'Escape' && currentCompletions(view.state).length > 0) return false
        if (event.key === 'Escape' && !view.state.field(isReady)) {
          event.stopPropagation()
          set(view, true)
        } else if (!STAYING_KEYS.has(event.key)) set(view, false)
        return false
      },
      mousedown: (_event, view) => set(view, false),
      blur: (_event, view) => set(view, false),
    }),
  ),
]

const STAYING_KEYS = new Set(['Escape', 'Tab', 'Shift', 'Control', 'Alt', 'Meta'])

function set(view: EditorView, next: boolean): false {
  if (view.state.field(isReady) === next) return false
  view.setTabFocusMode(next)
  view.dispatch({ effects: ready.of(next) })
  return false
}
