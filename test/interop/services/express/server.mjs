import express from "express";
import * as OpenApiValidator from "express-openapi-validator";

const { PORT, TOKEN, OPENAPI } = process.env;
const plants = new Map();
const app = express();

app.use(express.json());
app.use(
  OpenApiValidator.middleware({
    apiSpec: OPENAPI,
    validateSecurity: {
      handlers: { bearerAuth: (request) => request.headers.authorization === `Bearer ${TOKEN}` },
    },
  }),
);

app.post("/plants", (request, response) => {
  const { id, name, tag } = request.body;
  if (plants.has(id)) return response.status(409).json({ error: 1, message: `Plant ${id} exists.` });
  plants.set(id, { name, tag });
  response.json({ name, tag });
});

app.use((error, _request, response, _next) => {
  const status = error.status ?? 500;
  response.status(status).json({ error: status, message: error.message });
});

app.listen(PORT, "127.0.0.1");
