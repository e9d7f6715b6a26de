import { IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { MarketplaceAddress } from '../../app/list-address.ts'
import { EmptyMessage } from '../../ui/list/empty-message.tsx'
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx'
import { NoMatch } from '../../ui/list/no-match.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { findTemplates, listUsecases } from './find-templates.ts'
import { type OwnTemplate, ownTemplateListQuery } from './own-templates.ts'
import { TemplateCards } from './template-cards.tsx'
import { type ChangeAddress, TemplateTools } from './template-tools.tsx'
import '../flow-list/flow-list.css'
import './marketplace.css'

interface OwnTemplateListProps {
  address: MarketplaceAddress
  onAddress: ChangeAddress
}

/** The templates that people of the workspace made of their flows. */
export function OwnTemplateList({ address, onAddress }: OwnTemplateListProps) {
  const { t } = useTranslation('marketplace')
  const { q = '', ...filters } = address
  const { data, error, refetch } = useQuery(ownTemplateListQuery(q))
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (data?.length === 0 && q === '')
    return (
      <EmptyMessage
        permission="templates:flowexport,templates:toolexport"
        icon={IconTemplate}
        title={t('own.empty.title')}
        text={t('own.empty.text')}
      />
    )
  return (
    <>
      <TemplateTools
        address={address}
        total={q === '' ? data?.length : undefined}
        usecases={listUsecases(data ?? [])}
        onAddress={onAddress}
      />
      {data === undefined ? (
        <ListSkeleton view="cards" />
      ) : (
        // The words of the search are looked for by the server, among all that there are.
        <FoundTemplates templates={findTemplates(data, filters)} onAddress={onAddress} />
      )}
    </>
  )
}

interface FoundTemplatesProps extends Pick<OwnTemplateListProps, 'onAddress'> {
  templates: readonly OwnTemplate[]
}

function FoundTemplates({ templates, onAddress }: FoundTemplatesProps) {
  const { t } = useTranslation('marketplace')
  return (
    <>
      <p role="status" className="visually-hidden">
        {t('found', { count: templates.length })}
      </p>
      {templates.length === 0 ? (
        <NoMatch onClear={() => onAddress({ q: undefined, kind: undefined, usecase: undefined })} />
      ) : (
        <TemplateCards templates={templates} isOwn />
      )}
    </>
  )
}
