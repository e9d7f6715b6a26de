import { useDisclosure } from '@mantine/hooks'
import { IconTemplate } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ShownIf } from '../../../session/shown-if.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useEditor } from '../session/canvas-session.ts'
import { HeaderIcon } from './header-icon.tsx'

const SaveTemplateDialog = lazyPart(
  async () => (await import('../../save-template/save-template-dialog.tsx')).SaveTemplateDialog,
  { onFailed: ({ onClose }) => onClose() },
)

/** Makes a template of the flow as it is saved. */
export function TemplateButton() {
  const { t } = useTranslation('canvas')
  const [isOpen, dialog] = useDisclosure(false)
  const id = useEditor(({ head }) => head.id)
  const name = useEditor(({ head }) => head.name)
  return (
    <ShownIf permission="templates:flowexport">
      <HeaderIcon
        label={id === undefined ? t('header.templateUnsaved') : t('header.template')}
        isDisabled={id === undefined}
        onClick={dialog.open}
      >
        <IconTemplate size={18} stroke={1.8} />
      </HeaderIcon>
      {isOpen && id !== undefined ? (
        <SaveTemplateDialog flowId={id} flowName={name} onClose={dialog.close} />
      ) : null}
    </ShownIf>
  )
}
