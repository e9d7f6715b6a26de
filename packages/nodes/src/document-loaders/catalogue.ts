import type { NodeType } from '@runnel/node-kit'
import { airtable } from './airtable/definition.ts'
import { apiLoader } from './api-loader/definition.ts'
import { apifyWebsiteContentCrawler } from './apify-website-content-crawler/definition.ts'
import { braveSearchApiLoader } from './brave-search-api-loader/definition.ts'
import { cheerioWebScraper } from './cheerio-web-scraper/definition.ts'
import { confluence } from './confluence/definition.ts'
import { csvFile } from './csv-file/definition.ts'
import { customDocumentLoader } from './custom-document-loader/definition.ts'
import { documentStore } from './document-store/definition.ts'
import { docxFile } from './docx-file/definition.ts'
import { epubFile } from './epub-file/definition.ts'
import { figma } from './figma/definition.ts'
import { fileLoader } from './file-loader/definition.ts'
import { fireCrawl } from './fire-crawl/definition.ts'
import { folderFiles } from './folder-files/definition.ts'
import { gitbook } from './gitbook/definition.ts'
import { github } from './github/definition.ts'
import { googleDrive } from './google-drive/definition.ts'
import { googleSheets } from './google-sheets/definition.ts'
import { jira } from './jira/definition.ts'
import { jsonFile } from './json-file/definition.ts'
import { jsonlinesFile } from './jsonlines-file/definition.ts'
import { microsoftExcel } from './microsoft-excel/definition.ts'
import { microsoftPowerpoint } from './microsoft-powerpoint/definition.ts'
import { microsoftWord } from './microsoft-word/definition.ts'
import { notionDB } from './notion-db/definition.ts'
import { notionFolder } from './notion-folder/definition.ts'
import { notionPage } from './notion-page/definition.ts'
import { oxylabs } from './oxylabs/definition.ts'
import { pdfFile } from './pdf-file/definition.ts'
import { plainText } from './plain-text/definition.ts'
import { playwrightWebScraper } from './playwright-web-scraper/definition.ts'
import { puppeteerWebScraper } from './puppeteer-web-scraper/definition.ts'
import { S3 } from './s3/definition.ts'
import { s3Directory } from './s3directory/definition.ts'
import { searchApi } from './search-api/definition.ts'
import { serpApi } from './serp-api/definition.ts'
import { spiderDocumentLoaders } from './spider-document-loaders/definition.ts'
import { textFile } from './text-file/definition.ts'
import { unstructuredFileLoader } from './unstructured-file-loader/definition.ts'
import { vectorStoreToDocument } from './vector-store-to-document/definition.ts'

/** Document loaders, in the order in which menus show them. */
export const documentLoaders: readonly NodeType[] = [
  csvFile,
  docxFile,
  epubFile,
  fileLoader,
  jsonFile,
  jsonlinesFile,
  microsoftExcel,
  microsoftPowerpoint,
  microsoftWord,
  textFile,
  pdfFile,
  googleSheets,
  googleDrive,
  fireCrawl,
  notionFolder,
  folderFiles,
  customDocumentLoader,
  github,
  notionDB,
  notionPage,
  S3,
  s3Directory,
  airtable,
  apiLoader,
  apifyWebsiteContentCrawler,
  braveSearchApiLoader,
  cheerioWebScraper,
  puppeteerWebScraper,
  playwrightWebScraper,
  confluence,
  figma,
  gitbook,
  jira,
  oxylabs,
  searchApi,
  serpApi,
  spiderDocumentLoaders,
  plainText,
  documentStore,
  unstructuredFileLoader,
  vectorStoreToDocument,
]
