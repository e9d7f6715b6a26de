import { Modal, type ModalRootProps } from '@mantine/core'
import { type ReactNode, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from './confirm/confirm-store.ts'
import { UnsavedContext } from './unsaved.tsx'
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

/** What closes a dialog that cannot be closed. */
const stay = () => undefined

/**
 * A dialog: closes by Esc and by its named button where it may, traps the focus and gives it back. Asks first where a form
 * in it has changes that are not saved (`Unsaved`). Mount it to open it.
 */
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
  const forms = useUnsavedForms(onClose ?? stay)
  return (
    <Modal.Root opened onClose={forms.leave} size={size} zIndex={zIndex} closeOnClickOutside={closesOutside}>
      <Modal.Overlay />
      <Modal.Content radius="lg">
        <div className="dialog-head">
          <Modal.Title className="dialog-title">{title}</Modal.Title>
          {onClose ? <Modal.CloseButton aria-label={t('close')} /> : null}
        </div>
        <UnsavedContext value={forms}>
          <Content>{children}</Content>
        </UnsavedContext>
      </Modal.Content>
    </Modal.Root>
  )
}

function useUnsavedForms(onClose: () => void) {
  const { t } = useTranslation('ui')
  const changed = useRef(new Set<string>())
  return useMemo(() => {
    const question = {
      title: t('leave.title'),
      description: t('leave.text'),
      confirmButtonName: t('leave.confirm'),
      isDangerous: true,
    }
    const leave = async () => {
      if (changed.current.size === 0 || (await confirm(question))) onClose()
    }
    const note = (form: string, isChanged: boolean) => {
      if (isChanged) changed.current.add(form)
      else changed.current.delete(form)
    }
    return { note, leave: () => void leave() }
  }, [t, onClose])
}

function Content({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null)
  useLateFocus(content)
  return <Modal.Body ref={content}>{children}</Modal.Body>
}
