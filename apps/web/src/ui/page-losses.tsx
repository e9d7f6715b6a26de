import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { LossContext } from './unsaved.tsx'
import { useLeaveQuestion } from './use-leave-question.ts'

const stay = () => undefined

/**
 * Around a page of several forms: each says by `Unsaved` whether it has changes, and one question comes before they are
 * left.
 */
export function PageLosses({ children }: { children: ReactNode }) {
  const [changed, setChanged] = useState<ReadonlySet<string>>(() => new Set())
  const note = useCallback((part: string, loss: unknown) => {
    setChanged((known) => {
      const next = new Set(known)
      if (loss === undefined) next.delete(part)
      else next.add(part)
      return next
    })
  }, [])
  useLeaveQuestion(changed.size > 0)
  const losses = useMemo(() => ({ note, leave: stay }), [note])
  return <LossContext value={losses}>{children}</LossContext>
}
