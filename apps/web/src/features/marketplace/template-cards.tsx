import type { SharedMark, Template } from '@runnel/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { KindBadge } from '../flow-list/kind-badge.tsx'
import { NodeIcons } from '../flow-list/node-icons.tsx'
import { ShareButton } from '../sharing/share-button.tsx'
import { SharedBadge } from '../sharing/shared-badge.tsx'
import { DeleteTemplateButton } from './delete-template-button.tsx'
import { flowTypeOf, previewPath } from './template-kind.ts'
import { UseTemplateButton } from './use-template-button.tsx'

interface TemplateCardsProps {
  templates: readonly (Template & SharedMark)[]
  /** Of the workspace, or shared with it: the own ones can be shared and deleted. */
  isOwn?: boolean
}

/** Templates as cards; the whole card opens the preview, the button makes a flow. */
export function TemplateCards({ templates, isOwn = false }: TemplateCardsProps) {
  const { t } = useTranslation(['marketplace', 'flows'])
  return (
    <ul className="card-grid" aria-label={t('list')}>
      {templates.map((template) => (
        <li key={template.id} className="flow-card template-card">
          <Link to={previewPath(template)} params={{ id: template.id }} className="flow-card-link">
            {template.templateName}
          </Link>
          <p className="template-card-text">{template.description}</p>
          <div className="flow-card-facts">
            <KindBadge flow={{ type: flowTypeOf(template) }} />
            <SharedBadge shared={template.shared} sharedFrom={template.sharedFrom} />
            {template.badge === '' ? null : <span className="template-badge">{template.badge}</span>}
            <span>{template.usecases.join(', ')}</span>
          </div>
          <div className="flow-card-foot">
            <NodeIcons types={template.nodeTypes} atMost={4} />
            <span className="template-card-doings">
              {isOwn && !template.shared ? (
                <>
                  <ShareButton
                    item={{ id: template.id, name: template.templateName, kind: 'custom_template' }}
                  />
                  <DeleteTemplateButton template={template} />
                </>
              ) : null}
              <UseTemplateButton template={template} variant="default" size="xs" />
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
