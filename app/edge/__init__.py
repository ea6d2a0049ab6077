"""Where the service meets the network: what surrounds each request, gateways, logs and metrics."""
