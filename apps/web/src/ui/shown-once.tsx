import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Copyable } from './copyable.tsx'
import { DialogFoot } from './dialog-foot.tsx'
import { useLoss } from './unsaved.tsx'

interface ShownOnceProps {
  /** Says that it is never shown again. */
  warning: string
  /** What is shown, as it is copied. */
  text: string
  copyLabel?: string
  /** The button of who has it. */
  doneLabel: string
  onDone: () => void
  /** How it is drawn; by default as one line of code. */
  children?: ReactNode
}

/**
 * A secret that is shown for the only time, in a dialog: Esc and the close button ask first, until it was copied; the
 * named button closes.
 */
export function ShownOnce({ warning, text, copyLabel, doneLabel, onDone, children }: ShownOnceProps) {
  const [isCopied, setIsCopied] = useState(false)
  useLoss(isCopied ? undefined : 'shownOnce')
  return (
    <>
      <Alert color="orange" icon={<IconAlertTriangle size={18} />} mb="md">
        {warning}
      </Alert>
      <Copyable
        text={text}
        isWide
        {...(copyLabel === undefined ? {} : { label: copyLabel })}
        onCopied={() => setIsCopied(true)}
      >
        {children}
      </Copyable>
      <DialogFoot>
        <Button onClick={onDone}>{doneLabel}</Button>
      </DialogFoot>
    </>
  )
}
