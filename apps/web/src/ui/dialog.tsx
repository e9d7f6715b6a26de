import { Modal, type ModalRootProps, Skeleton, Stack } from '@mantine/core'
import i18next from 'i18next'
import { type ReactNode, Suspense, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { askToDiscard } from './confirm/ask-to-discard.ts'
import { confirm } from './confirm/confirm-store.ts'
import { useEscape } from './open-dialogs.ts'
import { type Loss, LossContext } from './unsaved.tsx'
import { useFocusReturn } from './use-focus-return.ts'
import { useKeptFocus } from './use-kept-focus.ts'
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
 * A dialog: closes by Esc while it is in front and by its named button where it may, traps the focus and gives it back.
 * Asks first where a form in it has changes that are not saved (`Unsaved`), or something is shown for the only time
 * (`ShownOnce`). Its buttons stand in a `DialogFoot`. Mount it to open it. What of it is still to be fetched is waited for
 * inside of it.
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
  const losses = useLosses(onClose ?? stay)
  useEscape(zIndex, losses.leave)
  return (
    <Modal.Root
      opened
      onClose={losses.leave}
      size={size}
      zIndex={zIndex}
      closeOnEscape={false}
      closeOnClickOutside={closesOutside}
    >
      <Modal.Overlay />
      <Modal.Content radius="lg" className="dialog-content">
        <div className="dialog-head">
          <Modal.Title className="dialog-title" tabIndex={-1}>
            <Suspense fallback={t('loading')}>{title}</Suspense>
          </Modal.Title>
          {onClose ? <Modal.CloseButton aria-label={t('close')} /> : null}
        </div>
        <LossContext value={losses}>
          <Content>
            <Suspense fallback={<Waiting />}>{children}</Suspense>
          </Content>
        </LossContext>
      </Modal.Content>
    </Modal.Root>
  )
}

function useLosses(onClose: () => void) {
  const losses = useRef(new Map<string, Loss>())
  return useMemo(() => {
    const leave = async () => {
      const found = new Set(losses.current.values())
      if (found.has('shownOnce') && !(await askToLose())) return
      if (found.has('typed') && !(await askToDiscard())) return
      onClose()
    }
    const note = (part: string, loss: Loss | undefined) => {
      if (loss === undefined) losses.current.delete(part)
      else losses.current.set(part, loss)
    }
    return { note, leave: () => void leave() }
  }, [onClose])
}

/** Words and code of a dialog may come later than it: it waits for them alone, and keeps the focus meanwhile. */
function Waiting() {
  const { t } = useTranslation('ui')
  return (
    <Stack role="status" aria-label={t('loading')}>
      <Skeleton height={36} />
      <Skeleton height={36} />
      <Skeleton height={36} />
    </Stack>
  )
}

/** Asks before what is shown this once is gone; true where the person has it. */
function askToLose(): Promise<boolean> {
  const t = i18next.getFixedT(null, 'ui')
  return confirm({
    title: t('shownOnce.title'),
    description: t('shownOnce.text'),
    confirmButtonName: t('shownOnce.confirm'),
    cancelButtonName: t('shownOnce.stay'),
    isDangerous: true,
  })
}

function Content({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null)
  useLateFocus(content)
  useKeptFocus(content)
  return <Modal.Body ref={content}>{children}</Modal.Body>
}
