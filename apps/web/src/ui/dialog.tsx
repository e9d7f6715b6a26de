import { Modal, type ModalRootProps } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusReturn } from './use-focus-return.ts'
import { useLateFocus } from './use-late-focus.ts'
import './dialog.css'

interface DialogProps {
  title: ReactNode
  /** Without it the dialog stays until what it stands for is over. */
  onClose?: () => void
  size?: ModalRootProps['size']
  /** Whether a click beside it closes it; not where that would lose something. */
  closesOutside?: boolean
  zIndex?: number
  children: ReactNode
}

/** A dialog: closes by Esc and by its named button where it may, traps the focus and gives it back. Mount it to open it. */
export function Dialog({
  title,
  onClose,
  size = 'md',
  closesOutside = true,
  zIndex = 200,
  children,
}: DialogProps) {
  const { t } = useTranslation('ui')
  useFocusReturn(true)
  return (
    <Modal.Root
      opened
      onClose={onClose ?? (() => undefined)}
      size={size}
      zIndex={zIndex}
      closeOnClickOutside={closesOutside}
    >
      <Modal.Overlay />
      <Modal.Content radius="lg">
        <div className="dialog-head">
          <Modal.Title className="dialog-title">{title}</Modal.Title>
          {onClose ? <Modal.CloseButton aria-label={t('close')} /> : null}
        </div>
        <Content>{children}</Content>
      </Modal.Content>
    </Modal.Root>
  )
}

function Content({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null)
  useLateFocus(content)
  return <Modal.Body ref={content}>{children}</Modal.Body>
}
