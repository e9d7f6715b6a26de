import { lazy, Suspense } from 'react'
import { useConfirmStore } from './confirm-store.ts'

const ConfirmDialog = lazy(() =>
  import('./confirm-dialog.tsx').then((file) => ({ default: file.ConfirmDialog })),
)

/** Shows the question of `confirm(…)`; the dialog is loaded with the first one. Stands once in the app. */
export function ConfirmHost() {
  const show = useConfirmStore((state) => state.show)
  return <Suspense>{show ? <ConfirmDialog /> : null}</Suspense>
}
