import { IconBuildingStore } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { MarketplaceAddress } from '../../app/list-address.ts'
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx'
import { NoMatch } from '../../ui/list/no-match.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PageMessage } from '../../ui/page-message.tsx'
import { findTemplates, listUsecases } from './find-templates.ts'
import { TemplateCards } from './template-cards.tsx'
import { templateListQuery } from './template-queries.ts'
import { type ChangeAddress, TemplateTools } from './template-tools.tsx'
import '../flow-list/flow-list.css'
import './marketplace.css'

interface TemplateListProps {
  address: MarketplaceAddress
  onAddress: ChangeAddress
}

/** The templates that come with the product: search and filters stand in the address. */
export function TemplateList({ address, onAddress }: TemplateListProps) {
  const { t } = useTranslation(['marketplace', 'flows'])
  const { data, error, refetch } = useQuery(templateListQuery)
  const found = data ? findTemplates(data, address) : []
  return (
    <>
      {data?.length === 0 ? (
        <PageMessage icon={IconBuildingStore} title={t('empty.title')} text={t('empty.text')} />
      ) : (
        <TemplateTools
          address={address}
          total={data?.length}
          usecases={listUsecases(data ?? [])}
          onAddress={onAddress}
        />
      )}
      {error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <ListSkeleton view="cards" /> : null}
      {data && data.length > 0 ? (
        <>
          <p role="status" className="visually-hidden">
            {t('found', { count: found.length })}
          </p>
          {found.length === 0 ? (
            <NoMatch onClear={() => onAddress({ q: undefined, kind: undefined, usecase: undefined })} />
          ) : (
            <TemplateCards templates={found} />
          )}
        </>
      ) : null}
    </>
  )
}
