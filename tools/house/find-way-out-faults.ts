import { isTestFile } from '../files/file-kinds.ts'

/** A way in which a program sends a browser somewhere, and the files that may: each looks at where it leads. */
interface WayOut {
  readonly pattern: RegExp
  readonly what: string
  readonly instead: string
  readonly rooms: RegExp
  readonly allowed: readonly string[]
}

const SERVER = 'apps/server/src/http'
const WEB = 'apps/web/src'
/** Programs and pages that browsers see; what only tests load is none of them. */
const ANSWERS = /^(apps|packages)\//
const PAGES = /^(apps\/web|apps\/embed|packages\/client)\//

const WAYS_OUT: readonly WayOut[] = [
  {
    pattern: /\.redirect\(|\bwriteHead\(\s*30\d/,
    what: 'redirects',
    instead: 'sendBrowser of send-browser.ts',
    rooms: ANSWERS,
    allowed: [`${SERVER}/send-browser.ts`],
  },
  {
    pattern: /\.(?:header|headers|setHeader)\([\s{]*['"]?(?:location|refresh)\b/i,
    what: 'sets a header that leads elsewhere',
    instead: 'sendBrowser of send-browser.ts',
    rooms: ANSWERS,
    // It names what was just made, with status 201, which no browser follows.
    allowed: [`${SERVER}/handlers/scim-handlers.ts`],
  },
  {
    pattern: /http-equiv\s*=\s*\\?['"]?refresh/i,
    what: 'has a page lead elsewhere by itself',
    instead: 'a link',
    rooms: ANSWERS,
    allowed: [],
  },
  {
    pattern: /\blocation\.(?:assign|replace)\(|(?<!\b(?:const|let)\s)\blocation(?:\.href)?\s*=(?![=>])/,
    what: 'leaves the page',
    instead: 'leaveSite of leave-site.ts, or the router',
    rooms: PAGES,
    allowed: [
      `${WEB}/app/leave-site.ts`,
      // To pages of ours that are written there.
      `${WEB}/session/leave-to.ts`,
      `${WEB}/session/start-anew.ts`,
    ],
  },
  {
    pattern: /\bwindow\.open\(/,
    what: 'opens a window',
    instead: 'openVendorWindow of leave-site.ts, or a link',
    rooms: PAGES,
    allowed: [`${WEB}/app/leave-site.ts`],
  },
  {
    // Addresses of our own are literals, or made by the client of the API.
    pattern: /\b(?:href|xlinkHref|formAction)=(?!"[/#](?!\/)|\{api\.addressOf\()/,
    what: 'links to an address that it was given',
    instead: 'OutsideLink or OwnLink',
    rooms: PAGES,
    allowed: [
      `${WEB}/ui/outside-link.tsx`,
      `${WEB}/ui/own-link.tsx`,
      // Both are given literals and addresses of the API alone, by the program.
      `${WEB}/shell/menu-item.tsx`,
      `${WEB}/features/activity/log-page.tsx`,
    ],
  },
  {
    pattern: /\b(?:navigate|redirect)\(\s*\{[^}]*?\bhref:/,
    what: 'has the router go to an address',
    instead: 'its typed `to`, or an address of findOwnPath in a file that is listed',
    rooms: /^apps\/web\//,
    allowed: [
      `${WEB}/main.tsx`,
      `${WEB}/app/guard-sign-in.ts`,
      `${WEB}/app/start-route.ts`,
      `${WEB}/features/account/use-ask-rights.ts`,
      `${WEB}/features/account/use-enter.ts`,
      `${WEB}/session/use-sign-out.ts`,
    ],
  },
]

/**
 * Finds files that send a browser somewhere without looking at where; one sentence each. A file that is listed and does
 * so no more is named too, so that the lists shrink.
 */
export function findWayOutFaults(texts: readonly (readonly [path: string, text: string])[]): string[] {
  const sources = texts.filter(([path]) => /\.tsx?$/.test(path) && !isTestFile(path))
  const known = new Set(sources.map(([path]) => path))
  return WAYS_OUT.flatMap(({ pattern, what, instead, rooms, allowed }) => {
    const leading = sources
      .filter(([path, text]) => rooms.test(path) && pattern.test(text))
      .map(([path]) => path)
    const unlisted = leading.filter((path) => !allowed.includes(path))
    const done = allowed.filter((path) => known.has(path) && !leading.includes(path))
    return [
      ...unlisted.map((path) => `${path} ${what}. Use ${instead}.`),
      ...done.map((path) => `${path} is listed as one that ${what}, and does not. Take it off the list.`),
    ]
  })
}
