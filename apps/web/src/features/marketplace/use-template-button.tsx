import { Button, type ButtonProps } from '@mantine/core'
import type { Template } from '@runnel/contract'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ShownIf } from '../../session/shown-if.tsx'
import { listOf } from './template-kind.ts'
import { useTemplate } from './use-template.ts'

/** Makes a flow of a template; only for those who may create flows of its kind. */
export function UseTemplateButton({
  template,
  ...looks
}: ButtonProps & { template: Pick<Template, 'id' | 'templateName' | 'type'> }) {
  const { t } = useTranslation('marketplace')
  const use = useTemplate(template.id)
  return (
    <ShownIf permission={`${listOf(template)}:create`}>
      <Button
        {...looks}
        loading={use.isPending}
        aria-label={t('useNamed', { name: template.templateName })}
        leftSection={<IconPlus size={16} stroke={1.8} />}
        onClick={() => use.mutate()}
      >
        {t('use')}
      </Button>
    </ShownIf>
  )
}
