import { Modal, type ModalRootProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusReturn } from './use-focus-return.ts'
import './dialog.css'

interface DialogProps {
  title: ReactNode
  onClose: () => void
  size?: ModalRootProps['size']
  /** Whether a click beside it closes it; not where that would lose something. */
  closesOutside?: boolean
  zIndex?: number
  children: ReactNode
}

/** A dialog: closes by Esc and by its named button, traps the focus and gives it back. Mount it to open it. */
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
    <Modal.Root opened onClose={onClose} size={size} zIndex={zIndex} closeOnClickOutside={closesOutside}>
      <Modal.Overlay />
      <Modal.Content radius="lg">
        <div className="dialog-head">
          <Modal.Title className="dialog-title">{title}</Modal.Title>
          <Modal.CloseButton aria-label={t('close')} />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
