/** The API's name and address. */

export const apiTitle = 'Recruiter Open API'
export const apiVersion = '1.0.0'
/** The version is part of the path. */
export const apiPrefix = '/api/open/v1'
/** The MCP endpoint. */
export const mcpPath = '/api/mcp'
