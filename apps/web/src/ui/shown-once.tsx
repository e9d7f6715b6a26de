import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Copyable } from './copyable.tsx'
import { DialogFoot } from './dialog-foot.tsx'
import { downloadText } from './download-text.ts'
import { useLoss } from './unsaved.tsx'

interface ShownOnceProps {
  /** Says that it is never shown again. */
  warning: string
  /** What is shown, as it is copied. */
  text: string
  copyLabel?: string
  /** Offers it as a file as well, by this name and with these lines above it. */
  file?: { label: string; name: string; head: string }
  /** The button of who has it. */
  doneLabel: string
  onDone: () => void
  /** How it is drawn; by default as one line of code. */
  children?: ReactNode
}

/**
 * A secret that is shown for the only time, in a dialog: Esc and the close button ask first, until it was copied or saved;
 * the named button closes.
 */
export function ShownOnce({ warning, text, copyLabel, file, doneLabel, onDone, children }: ShownOnceProps) {
  const [isKept, setIsKept] = useState(false)
  useLoss(isKept ? undefined : 'shownOnce')
  return (
    <>
      <Alert color="orange" icon={<IconAlertTriangle size={18} />} mb="md">
        {warning}
      </Alert>
      <Copyable
        text={text}
        isWide
        {...(copyLabel === undefined ? {} : { label: copyLabel })}
        onCopied={() => setIsKept(true)}
      >
        {children}
      </Copyable>
      <DialogFoot>
        {file ? (
          <Button
            variant="default"
            onClick={() => {
              downloadText(file.name, `${file.head}\n\n${text}\n`)
              setIsKept(true)
            }}
          >
            {file.label}
          </Button>
        ) : null}
        <Button onClick={onDone}>{doneLabel}</Button>
      </DialogFoot>
    </>
  )
}
