import { useEffect } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import { useConfirmStore } from './confirm-store.ts'

const load = () => import('./confirm-dialog.tsx')
const ConfirmDialog = lazyPart(async () => (await load()).ConfirmDialog, {
  // A question that cannot be asked is answered with no.
  onFailed: () => useConfirmStore.getState().settle(false),
})

/**
 * Shows the question of `confirm(…)`. Its dialog is fetched after the app has begun, so that a form can be given up also
 * where the server is away by then. Stands once in the app.
 */
export function ConfirmHost() {
  // Where it fails the first question tries again.
  useEffect(() => void load().catch(() => undefined), [])
  const show = useConfirmStore((state) => state.show)
  return show ? <ConfirmDialog /> : null
}
