import { readFileSync } from 'node:fs'
import { apiPrefix, limits, parsePagePointCents } from '../../contract/index.ts'
import { etagOf } from '../etag.ts'

/** The page of the API reference: Scalar over the OpenAPI document that the same service serves. */

/** The version of `scalar.js.gz`. */
export const scalarVersion = '1.72.1'

/** The path contains the version, so a browser may cache the script for ever. */
export const scriptPath = `/docs/scalar-${scalarVersion}.js`

/**
 * Turns off everything that would make Scalar contact other hosts: fonts, telemetry, agent, proxy, cloud. A
 * typed key is lost when the page closes. Addresses are relative, so a proxy may serve the service below a
 * path.
 */
const settings = {
  url: `${apiPrefix.slice(1)}/openapi.json`,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  documentDownloadType: 'json',
  defaultOpenAllTags: true,
  expandAllSchemaProperties: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  orderSchemaPropertiesBy: 'preserve',
}

/** The page's own script: a file, so that the policy needs no exception for inline scripts. */
export const pageScript = readFileSync(new URL('page.js', import.meta.url), 'utf8')
/** The path contains its hash, so page and script always match. */
export const pageScriptPath = `/docs/page-${etagOf(pageScript).slice(1, 13)}.js`

/**
 * Scalar gives all columns of a table the same width, which broke names of operations in two. The rest styles
 * the form that tries a PDF, in Scalar's colours, in the space that Scalar leaves for a header.
 */
const styles = `
:root { --scalar-custom-header-height: 44px }
#try { position: sticky; top: 0; z-index: 20; font: 14px var(--scalar-font, sans-serif);
  color: var(--scalar-color-1); background: var(--scalar-background-1); border-bottom: 1px solid var(--scalar-border-color) }
#try summary { height: 43px; line-height: 43px; padding: 0 16px; cursor: pointer }
#try div { position: absolute; left: 0; right: 0; padding: 12px 16px; overflow: auto;
  max-height: calc(100vh - 90px); background: var(--scalar-background-1); border-bottom: 1px solid var(--scalar-border-color) }
#try form { display: flex; flex-wrap: wrap; gap: 12px; align-items: center }
#try :is(input, button) { font: inherit; color: inherit; max-width: 100% }
#try :is(input[type=password], button) { padding: 6px 10px; background: var(--scalar-background-2);
  border: 1px solid var(--scalar-border-color); border-radius: 4px }
#try pre { margin: 12px 0 0; white-space: pre-wrap; overflow-wrap: anywhere;
  font-family: var(--scalar-font-code, monospace) }
.markdown table { table-layout: auto !important }
.markdown td:first-child { white-space: nowrap }
@media (max-width: 600px) { .markdown :is(td, th) { padding: 8px !important } }
`

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

export const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Recruiter Open API</title>
<link rel="icon" href="data:,">
<style>${styles}</style>
</head>
<body>
<noscript>This page needs JavaScript. <a href="${settings.url}">The description as JSON</a></noscript>
<details id="try">
<summary>Try parseResume with a PDF file</summary>
<div>
<form id="parse" data-url="${apiPrefix.slice(1)}/resumes/parse"
 data-characters-max="${limits.fileDataUrlCharactersMax}">
<label>API key
<input type="password" name="key" placeholder="hecn_live_…" autocomplete="off" required></label>
<label>PDF <input type="file" name="file" accept="application/pdf,.pdf" required></label>
<button name="send">Parse</button>
<span>${parsePagePointCents} point_cents a page</span>
</form>
<pre id="answer" role="status" hidden></pre>
</div>
</details>
<div id="app" data-settings="${attribute(JSON.stringify(settings))}"></div>
<script src="${scriptPath.slice(1)}"></script>
<script src="${pageScriptPath.slice(1)}"></script>
</body>
</html>
`

/**
 * The page can contact only this service, so a key typed into it cannot leave, whatever the script does. Its
 * styles are inline; they cannot fetch either.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
