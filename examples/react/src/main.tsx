import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { NewPlantForm } from "./NewPlantForm.tsx";
import "./style.css";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element with the id root.");

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <NewPlantForm />
    </QueryClientProvider>
  </StrictMode>,
);
