import { lazy, Suspense, useEffect, useState } from 'react'
import { useConfirmStore } from './confirm-store.ts'

const ConfirmDialog = lazy(() =>
  import('./confirm-dialog.tsx').then((file) => ({ default: file.ConfirmDialog })),
)

/** Shows the question of `confirm(…)`; the dialog is loaded with the first one. Stands once in the app. */
export function ConfirmHost() {
  const show = useConfirmStore((state) => state.show)
  const [wasAsked, setWasAsked] = useState(show)
  useEffect(() => {
    if (show) setWasAsked(true)
  }, [show])
  return <Suspense>{wasAsked ? <ConfirmDialog /> : null}</Suspense>
}
