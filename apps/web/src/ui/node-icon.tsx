import type { NodeMark } from '@runnel/contract'
import {
  IconArrowsSplit,
  IconBell,
  IconBook,
  IconBox,
  IconBrandGithub,
  IconBrandNotion,
  IconBrandOpenai,
  IconCalculator,
  IconCalendarEvent,
  IconCalendarTime,
  IconDatabase,
  IconDatabaseSearch,
  IconFile,
  IconFileSearch,
  IconFiles,
  IconFileText,
  IconFileTypeCsv,
  IconFileTypeDocx,
  IconFileTypePdf,
  IconFileTypePpt,
  IconFileTypeTxt,
  IconFileTypeXls,
  IconFilter,
  IconFolder,
  IconForms,
  IconFunction,
  IconHierarchy2,
  IconHistory,
  IconJson,
  IconLink,
  IconMail,
  IconMessageQuestion,
  IconMessageReply,
  IconMessages,
  IconMicrophone,
  IconNote,
  IconPhoto,
  IconPlayerPlay,
  IconRefresh,
  IconRepeat,
  IconRobot,
  IconRoute,
  IconScissors,
  IconSearch,
  IconSparkles,
  IconSpider,
  IconSubtask,
  IconTable,
  IconTestPipe,
  IconTool,
  IconUserQuestion,
  IconVector,
  IconVolume,
  IconWorld,
  IconWorldSearch,
  type TablerIcon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../app/api.ts'
import { colorOf } from './color-of.ts'
import './node-icon.css'

const icons: Record<string, TablerIcon> = {
  IconArrowsSplit,
  IconBell,
  IconBook,
  IconBox,
  IconBrandGithub,
  IconBrandNotion,
  IconBrandOpenai,
  IconCalculator,
  IconCalendarEvent,
  IconCalendarTime,
  IconDatabase,
  IconDatabaseSearch,
  IconFileText,
  IconFile,
  IconFileSearch,
  IconFiles,
  IconFileTypeCsv,
  IconFileTypeDocx,
  IconFileTypePpt,
  IconFileTypeTxt,
  IconFileTypeXls,
  IconFolder,
  IconJson,
  IconFileTypePdf,
  IconFilter,
  IconForms,
  IconFunction,
  IconHierarchy2,
  IconHistory,
  IconLink,
  IconMail,
  IconMicrophone,
  IconMessageQuestion,
  IconMessageReply,
  IconMessages,
  IconNote,
  IconPhoto,
  IconPlayerPlay,
  IconRefresh,
  IconRepeat,
  IconRobot,
  IconRoute,
  IconScissors,
  IconSearch,
  IconSparkles,
  IconSpider,
  IconSubtask,
  IconTable,
  IconTestPipe,
  IconTool,
  IconVolume,
  IconUserQuestion,
  IconVector,
  IconWorld,
  IconWorldSearch,
}

interface NodeIconProps {
  definition: NodeMark | undefined
  size?: number
}

/**
 * The coloured tile with the mark of a type of node: an icon of our set, or the mark that came with the type. Types
 * that the server does not know have none: they get a box.
 */
export function NodeIcon({ definition, size = 32 }: NodeIconProps) {
  const Icon = icons[definition?.icon ?? ''] ?? IconBox
  const [missing, setMissing] = useState<string>()
  const mark = definition?.icon ?? ''
  const hasOwnMark = mark !== '' && !mark.startsWith('Icon') && definition?.name !== missing
  const glyph = Math.round(size * 0.6)
  return (
    <span
      className="node-icon"
      style={{ width: size, height: size, background: colorOf(definition) }}
      aria-hidden
    >
      {hasOwnMark && definition !== undefined ? (
        <img
          src={api.addressOf('getNodeIcon', { params: { name: definition.name } })}
          width={glyph}
          height={glyph}
          alt=""
          onError={() => setMissing(definition.name)}
        />
      ) : (
        <Icon size={glyph} stroke={1.8} />
      )}
    </span>
  )
}
