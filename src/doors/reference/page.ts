import { createHash } from 'node:crypto'
import { apiPrefix } from '../../contract/index.ts'

/** The page of the API reference: Scalar over the OpenAPI document that the same service serves. */

/** The version that `scalar.js.gz` is. */
export const scalarVersion = '1.72.1'

/** The script's path: another version is another path, so that a browser may keep it for ever. */
export const scriptPath = `/docs/scalar-${scalarVersion}.js`

/**
 * What Scalar would ask others for is off: fonts, telemetry, its agent, its proxy, its cloud. A key that
 * was typed in is forgotten with the page. Addresses are relative, so that a proxy may put the service
 * below a path.
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
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  orderSchemaPropertiesBy: 'preserve',
}

const start = `Scalar.createApiReference('#app', ${JSON.stringify(settings)})`

/** Scalar makes the columns of a table as wide as each other: names of operations were broken in two. */
const styles = `
.markdown table { table-layout: auto !important }
.markdown td:first-child { white-space: nowrap }
@media (max-width: 600px) { .markdown :is(td, th) { padding: 8px !important } }
`

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
<div id="app"></div>
<script src="${scriptPath.slice(1)}"></script>
<script>${start}</script>
</body>
</html>
`

/**
 * Nothing but this service can be asked for anything, whatever the script tries: a key typed into the page
 * can't leave. Its styles are inline; they can't fetch either.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${createHash('sha256').update(start).digest('base64')}'`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
