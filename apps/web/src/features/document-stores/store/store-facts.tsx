import type { DocumentStore } from '@runnel/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StoreStatusText } from '../store-status.tsx'
import { shownStatus } from '../under-way.ts'
import { useComponents } from '../use-components.ts'
import { UsingFlows } from '../using-flows.tsx'

/** How a store stands, in figures. */
export function StoreFacts({ store }: { store: DocumentStore }) {
  const { t, i18n } = useTranslation('document-stores')
  const { labelOf } = useComponents()
  const number = new Intl.NumberFormat(i18n.language)
  const { embeddingConfig, vectorStoreConfig } = store
  return (
    <dl className="panel store-terms store-facts" aria-label={t('facts.label')}>
      <Fact term={t('column.status')}>
        <StoreStatusText status={shownStatus(store)} of="store" />
      </Fact>
      <Fact term={t('column.chunks')}>{number.format(store.totalChunks)}</Fact>
      <Fact term={t('column.characters')}>{number.format(store.totalChars)}</Fact>
      <Fact term={t('facts.vectors')}>
        {embeddingConfig && vectorStoreConfig
          ? t('facts.madeBy', {
              embeddings: labelOf(embeddingConfig.name),
              vectorStore: labelOf(vectorStoreConfig.name),
            })
          : t('facts.notChosen')}
      </Fact>
      <Fact term={t('facts.usedBy')}>
        {store.whereUsed.length === 0 ? t('facts.unused') : <UsingFlows store={store} />}
      </Fact>
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
