import { ActionIcon } from '@mantine/core'
import type { Template } from '@runnel/contract'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { nodesQuery } from '../../app/nodes-query.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PageLoading } from '../../ui/page-loading.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { FlowPreview } from '../canvas/preview/flow-preview.tsx'
import { flowTypeOf } from './template-kind.ts'
import { templateQuery } from './template-queries.ts'
import { UseTemplateButton } from './use-template-button.tsx'
import './marketplace.css'

/** A template in the whole window: its flow, to be read and not changed. */
export function TemplatePreview({ id }: { id: string }) {
  const { t } = useTranslation('marketplace')
  const nodes = useQuery(nodesQuery)
  const template = useQuery(templateQuery(id))
  const failed = [template, nodes].find((query) => query.isLoadingError)
  if (failed) {
    return (
      <main>
        <LoadFailure
          order={1}
          error={failed.error}
          onRetry={() => [template, nodes].forEach((query) => void query.refetch())}
        >
          <LinkButton
            to="/marketplaces"
            variant="default"
            leftSection={<IconArrowLeft size={16} stroke={1.8} />}
          >
            {t('back')}
          </LinkButton>
        </LoadFailure>
      </main>
    )
  }
  if (!nodes.data || !template.data?.document) return <PageLoading />
  const { templateName: name, document } = template.data
  return (
    <div className="canvas-page">
      <PreviewHeader template={template.data} />
      <FlowPreview
        name={name}
        type={flowTypeOf(template.data)}
        document={document}
        definitions={nodes.data}
        label={t('preview', { name })}
      />
    </div>
  )
}

function PreviewHeader({ template }: { template: Template }) {
  const { t } = useTranslation('marketplace')
  const { templateName: name, description } = template
  usePageTitle(name)
  return (
    <header className="canvas-header">
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('back')}
        renderRoot={(props) => <Link to="/marketplaces" {...props} />}
      >
        <IconArrowLeft size={18} stroke={1.8} />
      </ActionIcon>
      <div className="template-words">
        <h1>{name}</h1>
        <p>{description}</p>
      </div>
      <div className="canvas-header-tools">
        <UseTemplateButton template={template} />
      </div>
    </header>
  )
}
