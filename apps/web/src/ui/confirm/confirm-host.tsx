import { lazyPart } from '../lazy-part.tsx'
import { useConfirmStore } from './confirm-store.ts'

const ConfirmDialog = lazyPart(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog, {
  // A question that cannot be asked is answered with no.
  onFailed: () => useConfirmStore.getState().settle(false),
})

/** Shows the question of `confirm(…)`; the dialog is loaded with the first one. Stands once in the app. */
export function ConfirmHost() {
  const show = useConfirmStore((state) => state.show)
  return show ? <ConfirmDialog /> : null
}
