import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { CopyButton } from './copy-button.tsx'
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
      {children ?? (
        <p className="shown-once">
          <code>{text}</code>
        </p>
      )}
      <DialogFoot>
        <CopyButton
          text={text}
          isWide
          {...(copyLabel === undefined ? {} : { label: copyLabel })}
          onCopied={() => setIsCopied(true)}
        />
        <Button onClick={onDone}>{doneLabel}</Button>
      </DialogFoot>
    </>
  )
}
